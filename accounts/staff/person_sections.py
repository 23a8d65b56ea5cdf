"""Tables on a person's page in the admin, by permission."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.http import HttpRequest
from django.utils.functional import Promise

from accounts.models import User

# Rows of a table; `more` leads to the rest.
SHOWN = 20


@dataclass(frozen=True)
class Link:
    text: str
    url: str


Cell = Link | datetime | str | int | Promise | None
Rows = Sequence[Sequence[Cell]]


@dataclass(frozen=True)
class PersonSection:
    """A table, left out if empty. `rows` takes the person and the reader; called only with `permission`."""

    slug: str
    title: Promise
    permission: str
    head: tuple[Promise, ...]
    rows: Callable[[User, User], Rows]
    # Lower comes first.
    rank: int
    # The whole list's address.
    more: Callable[[User], str] | None = None


_sections: list[PersonSection] = []


def person_section_add(section: PersonSection) -> None:
    _sections.append(section)
    _sections.sort(key=lambda known: known.rank)


def sections_for(request: HttpRequest, person: User) -> list[dict[str, Any]]:
    shown = []
    reader = cast(User, request.user)
    for section in _sections:
        rows = section.rows(person, reader) if reader.has_perm(section.permission) else ()
        if rows:
            labelled = [list(zip(section.head, row, strict=True)) for row in rows]
            more = section.more(person) if section.more is not None and len(rows) >= SHOWN else ""
            shown.append(
                {"slug": section.slug, "title": section.title, "head": section.head, "rows": labelled, "more": more}
            )
    return shown
