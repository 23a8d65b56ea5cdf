// Results of shared hands: buttons that send or copy their link.

import { startSharing } from "../site/share.js";

startSharing();
