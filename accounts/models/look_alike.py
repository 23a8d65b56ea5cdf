"""Gives all names that look alike the same spelling, in Python and in the database."""

from typing import Final

from django.db.models import F, Func, Value
from django.db.models.functions import Lower, Replace

# The letters of usernames in confusables.txt of Unicode's Technical Standard 39 (0 and o, 1 and l, I and l, rn and m),
# with two that it gives for other letters (vv and w) and the digits that people write for letters.
_LETTERS: Final = ("013457l-_", "oieasti")
_PAIRS: Final = (("rn", "m"), ("vv", "w"))
_TABLE: Final = str.maketrans(_LETTERS[0][:7], _LETTERS[1], "-_")


def skeleton(name: str) -> str:
    """Return one text for all usernames that look alike, whatever their separators and letter case.

    >>> skeleton("Rn0der-ator") == skeleton("moderator"), skeleton("Adm1n"), skeleton("bj_orn")
    (True, 'admin', 'bjom')
    """
    text = name.lower().translate(_TABLE)
    for pair, letter in _PAIRS:
        text = text.replace(pair, letter)
    return text


def handle_skeleton() -> Func:
    """The `skeleton` of the username, as an expression."""
    # TRANSLATE drops letters that have no counterpart.
    text: Func = Func(Lower(F("handle")), Value(_LETTERS[0]), Value(_LETTERS[1]), function="TRANSLATE")
    for pair, letter in _PAIRS:
        text = Replace(text, Value(pair), Value(letter))
    return text
