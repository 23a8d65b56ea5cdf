"""The menu of each page, cached by the values it shows (`{% site_nav %}`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django import template
from django.http import HttpRequest
from django.template import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString

from accounts.models import User
from accounts.registration.gate import registration_is_possible
from games.web.cached.fragments import TOKEN, cached, with_token

register = template.Library()

# Some 10 kB each.
MAX_ENTRIES: Final = 400


@dataclass(frozen=True, slots=True)
class Member:
    """Everything that the menu shows about an account. `cases` is the number of cases that wait for staff."""

    pk: int
    name: str
    handle: str
    avatar: int | None
    is_guest: bool
    is_staff: bool
    friend_requests: int
    unread_friends: int
    cases: int


@dataclass(frozen=True, slots=True)
class NavContext:
    """Everything that the menu shows. `here` is the name of the page, `n` the number of games that wait for the reader.
    The page of a game has `total`, which also counts that `game`. `may_register`: registration is not closed.
    """

    here: str
    member: Member | None
    n: int
    total: int | None
    game: str
    may_register: bool


@register.simple_tag(takes_context=True)
def site_nav(context: Context) -> SafeString:
    return with_token(_rendered(_nav_context(context)), context)


@cached(max_entries=MAX_ENTRIES)
def _rendered(nav: NavContext) -> SafeString:
    return SafeString(get_template("partials/nav/nav.html").render({"nav": nav, "csrf_token": TOKEN}))


def _nav_context(context: Context) -> NavContext:
    request: HttpRequest | None = context.get("request")
    match = request.resolver_match if request is not None else None
    here = match.view_name if match is not None else ""
    user: Any = context.get("user")
    table = context.get("table")
    return NavContext(
        here=here,
        member=_member(user, context) if getattr(user, "is_authenticated", False) else None,
        n=_count(context.get("waiting_games")),
        total=context.get("all_waiting"),
        game=str(getattr(table, "public_id", "")),
        may_register=registration_is_possible(),
    )


def _member(user: User, context: Context) -> Member:
    preferences = getattr(user, "preferences", None)
    return Member(
        pk=user.pk,
        name=user.name,
        handle=user.handle,
        avatar=user.avatar,
        is_guest=user.is_guest,
        is_staff=user.is_staff,
        friend_requests=getattr(preferences, "friend_requests", 0),
        unread_friends=getattr(preferences, "unread_friends", 0),
        cases=_count(context.get("waiting_cases")),
    )


def _count(found: Any) -> int:
    """The count as an int, from a number, a lazy number or None."""
    counted: int = found + 0 if found else 0
    return counted
