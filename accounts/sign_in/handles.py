"""Reserved handles."""

import re

# Look like a bot or a closed account; ACCOUNT_USERNAME_BLACKLIST lists whole words.
RESERVED = re.compile(r"erased([-_].*)?|(.*[-_])?(ro)?bot[-_]?\d*([-_].*)?", re.IGNORECASE)
