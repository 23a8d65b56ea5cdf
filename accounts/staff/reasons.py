"""Reasons of staff: append-only rows name people by id, and show names."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from django.db.models.functions import Lower

from accounts.models import HANDLE_MAX, User

# An account; a mere number could mean something else.
_MARK: Final = "@#{}"
_MARKED: Final = re.compile(r"@#([0-9]{1,18})(?![0-9])")
# Possible usernames; a final dash or underscore may belong to the sentence.
_WORD: Final = re.compile(r"@?([A-Za-z0-9][A-Za-z0-9_-]*)")


def reason_kept(text: str) -> str:
    """The reason as stored: usernames, as words in any letter case, become ids. One query. Bots keep their names,
    because they are never erased.
    """
    words = {key for found in _WORD.finditer(text) for key in _keys(found[1])}
    rows = User.objects.annotate(key=Lower("handle")).filter(key__in=words, is_bot=False, erased_at=None)
    return _replaced(text, dict(rows.values_list("key", "pk")) if words else {}, _MARK)


def unnamed(text: str, user: User) -> str:
    """The text with the person's username, as a word in any letter case, replaced by "#12"."""
    return _replaced(text, {user.handle.lower(): user.pk}, "#{}")


def names_person(text: str, user: User) -> bool:
    """Whether the text has the person's username as a word in any letter case."""
    return unnamed(text, user) != text


def reasons_named(texts: Sequence[str]) -> list[str]:
    """The texts with people's present names. One query, none without ids."""
    keys = {int(key) for text in texts for key in _MARKED.findall(text)}
    names = {user.pk: user.name for user in User.objects.filter(pk__in=keys)} if keys else {}
    return [_MARKED.sub(lambda found: names.get(int(found[1]), found[0]), text) for text in texts]


def reason_named(text: str) -> str:
    return reasons_named([text])[0]


def _keys(word: str) -> list[str]:
    """Lower-case candidates for a username, the whole word first."""
    whole = word.lower()
    return [key for key in dict.fromkeys((whole, whole.rstrip("_-"))) if 2 <= len(key) <= HANDLE_MAX]


def _replaced(text: str, numbers: Mapping[str, int], mark: str) -> str:
    """The text with usernames replaced in one pass, because a username may look like an id."""

    def number_of(found: re.Match[str]) -> str:
        key = next((key for key in _keys(found[1]) if key in numbers), None)
        if key is None:
            return found[0]
        return mark.format(numbers[key]) + found[1][len(key) :]

    return _WORD.sub(number_of, text)
