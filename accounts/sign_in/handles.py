"""Reserved handles, and spellings for names with other letters than handles have."""

import re
from typing import Final
from unicodedata import normalize

from accounts.models import HANDLE_MAX

# Look like a bot or a closed account; ACCOUNT_USERNAME_BLACKLIST lists whole words.
RESERVED = re.compile(r"erased([-_].*)?|(.*[-_])?(ro)?bot[-_]?\d*([-_].*)?", re.IGNORECASE)

# Letters that Unicode does not take apart.
_WHOLE: Final = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d"}
    | {"Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ı": "i"}
)
_GERMAN: Final = str.maketrans({"ä": "ae", "Ä": "Ae", "ö": "oe", "Ö": "Oe", "ü": "ue", "Ü": "Ue"})


def handle_spelled(name: str, language: str) -> str:
    """The name in a handle's letters, such as "Jorg" for "Jörg", in German "Joerg"; "" if none are left."""
    whole = normalize("NFC", name)
    if language.startswith("de"):
        whole = whole.translate(_GERMAN)
    plain = normalize("NFKD", whole.translate(_WHOLE)).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9_-]+", "-", plain)[:HANDLE_MAX].strip("-_")
