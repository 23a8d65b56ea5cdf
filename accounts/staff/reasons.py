"""Why staff did what they did: rows that nobody changes name people by number, and are shown with names."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from django.db.models.functions import Lower

from accounts.models import HANDLE_MAX, User

# How a reason names an account; unlike a mere number, nobody means anything else by it.
_MARK: Final = "@#{}"
_MARKED: Final = re.compile(r"@#([0-9]{1,18})(?![0-9])")
# What may be a handle, as a word of its own; a dash or an underline at its end may be the sentence's.
_WORD: Final = re.compile(r"@?([A-Za-z0-9][A-Za-z0-9_-]*)")


def reason_kept(text: str) -> str:
    """The reason as it is stored: whoever's handle is a word of it, in any case, is a number there, which outlives the
    handle. One query. Bots keep their names, as nobody erases them."""
    words = {key for found in _WORD.finditer(text) for key in _keys(found[1])}
    rows = User.objects.annotate(key=Lower("handle")).filter(key__in=words, is_bot=False, erased_at=None)
    return _replaced(text, dict(rows.values_list("key", "pk")) if words else {}, _MARK)


def unnamed(text: str, user: User) -> str:
    """A text that may be changed, with the person's handle, as a word of its own in any case, replaced by "#12"."""
    return _replaced(text, {user.handle.lower(): user.pk}, "#{}")


def names_person(text: str, user: User) -> bool:
    """Whether the person's handle is a word of the text, in any case."""
    return unnamed(text, user) != text


def reasons_named(texts: Sequence[str]) -> list[str]:
    """Stored reasons with the names that those people have now. One query, none where nobody is named."""
    keys = {int(key) for text in texts for key in _MARKED.findall(text)}
    names = {user.pk: user.name for user in User.objects.filter(pk__in=keys)} if keys else {}
    return [_MARKED.sub(lambda found: names.get(int(found[1]), found[0]), text) for text in texts]


def reason_named(text: str) -> str:
    """`reasons_named` of one."""
    return reasons_named([text])[0]


def _keys(word: str) -> list[str]:
    """What of the word may be a handle, the whole of it first, in small letters."""
    whole = word.lower()
    return [key for key in dict.fromkeys((whole, whole.rstrip("_-"))) if 2 <= len(key) <= HANDLE_MAX]


def _replaced(text: str, numbers: Mapping[str, int], mark: str) -> str:
    """In one go: a handle may look like somebody's number."""

    def number_of(found: re.Match[str]) -> str:
        key = next((key for key in _keys(found[1]) if key in numbers), None)
        if key is None:
            return found[0]
        return mark.format(numbers[key]) + found[1][len(key) :]

    return _WORD.sub(number_of, text)
