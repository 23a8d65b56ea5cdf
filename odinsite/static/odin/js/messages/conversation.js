// Follows a conversation. Fetching its page reads the messages, so a page in the background waits until it is seen.

import { refresh } from "../lobby/part.js";
import { followSocket } from "../site/socket.js";

function look() {
  if (document.visibilityState === "visible") refresh();
}

followSocket(() => "/ws/me/", {
  // A message may have come since the page was made.
  opened: look,
  heard: (news) => news.type === "message" && look(),
});
document.addEventListener("visibilitychange", look);
