"""Handles that nobody gets, whether by signing up or as an administrator."""

import re

# Those that read like a machine or a closed account; whole words are listed in ACCOUNT_USERNAME_BLACKLIST.
RESERVED = re.compile(r"erased([-_].*)?|(.*[-_])?(ro)?bot[-_]?\d*([-_].*)?", re.IGNORECASE)
