"""What staff reads on a person's page in the admin: tables that the accounts and the games bring, each to whom it is
permitted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.http import HttpRequest
from django.utils.functional import Promise

from accounts.models import User

# So many rows of a table at most; where there are more, `more` leads to all.
SHOWN = 20


@dataclass(frozen=True)
class Link:
    """A cell that leads somewhere."""

    text: str
    url: str


Cell = Link | datetime | str | int | Promise | None
Rows = Sequence[Sequence[Cell]]


@dataclass(frozen=True)
class PersonSection:
    """One table about a person. `rows` takes the person and who of the staff reads, and is asked for only where the
    reader has `permission`; no rows, no table."""

    slug: str
    title: Promise
    permission: str
    head: tuple[Promise, ...]
    rows: Callable[[User, User], Rows]
    # Lower ones stand further up.
    rank: int
    # The address of the whole list.
    more: Callable[[User], str] | None = None


_sections: list[PersonSection] = []


def person_section_add(section: PersonSection) -> None:
    """Show this table on each person's page from now on."""
    _sections.append(section)
    _sections.sort(key=lambda known: known.rank)


def sections_for(request: HttpRequest, person: User) -> list[dict[str, Any]]:
    """The tables that the reader may see and that have something in them."""
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
