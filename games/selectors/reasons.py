"""Why staff did what they did to games: rows that nobody changes name people by number, and are shown with names."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from accounts.models import User
from accounts.services.audit import nameless

# How a reason names an account; unlike a mere number, nobody means anything else by it.
_MARK: Final = "@#{}"
_MARKED: Final = re.compile(r"@#([0-9]{1,18})(?![0-9])")


def reason_kept(text: str, people: Iterable[User]) -> str:
    """The reason as it is stored: the handles of `people` have become their numbers, which outlive them."""
    return nameless(text.strip(), people, mark=_MARK)


def reasons_named(texts: Sequence[str]) -> list[str]:
    """Stored reasons with the names that those people have now. One query, none where nobody is named."""
    keys = {int(key) for text in texts for key in _MARKED.findall(text)}
    names = {user.pk: user.name for user in User.objects.filter(pk__in=keys)} if keys else {}
    return [_MARKED.sub(lambda found: names.get(int(found[1]), found[0]), text) for text in texts]


def reason_named(text: str) -> str:
    """`reasons_named` of one."""
    return reasons_named([text])[0]
