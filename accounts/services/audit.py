"""Writing the book of what staff did. Called inside the transaction of the act."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime

from django.utils import timezone

from accounts.models import AuditEntry, User

Fact = int | str | bool | None


def audit_write(
    *,
    actor: User | None,
    action: str,
    reason: str = "",
    person: User | None = None,
    game: str = "",
    about: str = "",
    facts: Mapping[str, Fact] | None = None,
    names: Iterable[User] = (),
    at: datetime | None = None,
) -> AuditEntry:
    """Note that `actor` (None: the site itself) did `action`, a code like "game.pause", and why.

    `person` and `game` (its public id) are whom and what it concerns, `about` another row as "report 12". `facts` hold
    numbers, codes and ids, never a name. In the reason the handles of actor, person and `names` become their ids, as
    rows outlive the handles.
    """
    people = [user for user in (actor, person, *names) if user is not None]
    return AuditEntry.objects.create(
        at=at or timezone.now(),
        actor=None if actor is None else actor.pk,
        action=action,
        person=None if person is None else person.pk,
        game=game,
        about=about,
        reason=nameless(reason, people),
        facts=dict(facts or {}),
    )


def nameless(text: str, people: Iterable[User], *, mark: str = "#{}") -> str:
    """The text with each handle of `people`, as a word of its own in any case, replaced by `mark` around the id."""
    numbers = {user.handle.lower(): user.pk for user in people}
    if not numbers:
        return text
    handles = "|".join(map(re.escape, sorted(numbers, key=len, reverse=True)))
    word = rf"(?<![A-Za-z0-9_-])@?({handles})(?![A-Za-z0-9_-])"
    # In one go: a handle may look like somebody's number.
    return re.sub(word, lambda found: mark.format(numbers[found[1].lower()]), text, flags=re.IGNORECASE)
