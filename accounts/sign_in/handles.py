"""Reserved usernames, and spellings for names with letters that usernames don't have."""

import re
from functools import cache
from typing import Final
from unicodedata import normalize

from django.conf import settings

from accounts.models import HANDLE_MAX
from accounts.models.look_alike import skeleton

# Usernames that look like a bot's or a closed account's.
_RESERVED: Final = re.compile(r"erased([-_].*)?|(.*[-_])?(ro)?bot[-_]?\d*([-_].*)?", re.IGNORECASE)

# Words that speak for the site in any part of a username, in the site's languages.
_OFFICES: Final = (
    "admin", "administrator", "administrateur", "administrador", "administratore", "amministratore", "beheerder",
    "mod", "moderator", "moderation", "moderateur", "moderatrice", "moderador", "moderadora", "moderatore",
    "moderacion", "moderacio", "sysadmin", "webmaster",
)  # fmt: skip
# Words that speak for it alone, such as "staff2", or together with these and the next ones, such as "OdinStaff".
_SERVICES: Final = (
    "staff", "support", "operator", "helpdesk", "official", "team", "equipo", "equipe", "equip", "service", "system",
)  # fmt: skip
_COMPANIONS: Final = (
    "odin", "the", "real", "site", "game", "games", "by", "web", "org", "help", "root",
)  # fmt: skip
_DIGITS: Final = "0123456789"

# Letters that Unicode does not take apart.
_WHOLE: Final = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d"}
    | {"Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ı": "i"}
)
_GERMAN: Final = str.maketrans({"ä": "ae", "Ä": "Ae", "ö": "oe", "Ö": "Oe", "ü": "ue", "Ü": "Ue"})


def looks_like_bot(handle: str) -> bool:
    """Whether the username looks like a bot's or a closed account's, whatever its letter case and separators."""
    spellings = (handle, handle.replace("0", "o"))
    return any(_RESERVED.fullmatch(spelling) for spelling in spellings) or skeleton(handle) in _bot_names()


def speaks_for_site(handle: str) -> bool:
    """Whether it looks like a name of the site or its team, such as "M0derator", "Odin-Staff" or "admin-anna"."""
    parts = re.split(r"[-_]+|(?<=[a-z])(?=[A-Z])", handle)
    names = {skeleton(name) for part in (handle, *parts) for name in (part, part.strip(_DIGITS))}
    if skeleton(handle) in _site_names() or not names.isdisjoint(_offices()):
        return True
    return any(_team_phrase().fullmatch(skeleton(whole)) for whole in (handle, handle.rstrip(_DIGITS)))


@cache
def _bot_names() -> frozenset[str]:
    return frozenset(map(skeleton, {*settings.ACCOUNT_USERNAME_BLACKLIST} - {*settings.OPERATOR_HANDLES}))


@cache
def _site_names() -> frozenset[str]:
    return frozenset(map(skeleton, settings.OPERATOR_HANDLES))


@cache
def _offices() -> frozenset[str]:
    return frozenset(skeleton(word + plural) for word in _OFFICES for plural in ("", "s"))


@cache
def _team_phrase() -> re.Pattern[str]:
    """A pattern that matches words in a row of which at least one speaks for the site."""
    services = "|".join(skeleton(word + plural) for word in (*_OFFICES, *_SERVICES) for plural in ("", "s"))
    others = "|".join(map(skeleton, _COMPANIONS))
    return re.compile(f"(?:{services}|{others})*(?:{services})(?:{services}|{others})*")


def handle_spelled(name: str, language: str) -> str:
    """The name in a username's letters, such as "Jorg" for "Jörg", in German "Joerg"; "" if none are left."""
    whole = normalize("NFC", name)
    if language.startswith("de"):
        whole = whole.translate(_GERMAN)
    plain = normalize("NFKD", whole.translate(_WHOLE)).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9_-]+", "-", plain)[:HANDLE_MAX].strip("-_")
