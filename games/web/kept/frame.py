"""What is around each page, drawn once for what it shows: the menu (`{% site_nav %}`), and all of a page that shows
everybody the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django import template
from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template import Context, RequestContext
from django.template.loader import get_template, render_to_string
from django.utils.safestring import SafeString

from accounts.latest import Latest
from accounts.models import User
from games.web.kept.fragments import TOKEN, at_reader, kept
from games.web.kept.packed import Piece, packed, pieced_response, replaced

register = template.Library()

# Some 10 kB each.
KEPT: Final = 400
# Whole pages, some 15 kB each.
KEPT_PAGES: Final = 200
kept_pages: Final[Latest[list[Piece]]] = Latest(KEPT_PAGES)


@dataclass(frozen=True, slots=True)
class Member:
    """All that the menu shows of an account. `cases` wait for staff."""

    pk: int
    name: str
    handle: str
    avatar: int | None
    is_guest: bool
    is_staff: bool
    friend_requests: int
    cases: int


@dataclass(frozen=True, slots=True)
class Shown:
    """`here`: the name of the page; `n` games wait; on a game's page `total` with that `game`."""

    here: str
    member: Member | None
    n: int
    total: int | None
    game: str


@register.simple_tag(takes_context=True)
def site_nav(context: Context) -> SafeString:
    drawn = _drawn(_shown(context))
    return SafeString(drawn.replace(TOKEN, str(context.get("csrf_token", ""))))


@kept(most=KEPT)
def _drawn(shown: Shown) -> SafeString:
    return SafeString(get_template("partials/nav/nav.html").render({"shown": shown, "csrf_token": TOKEN}))


def _shown(context: Context) -> Shown:
    request: HttpRequest | None = context.get("request")
    match = request.resolver_match if request is not None else None
    here = match.view_name if match is not None else ""
    user: Any = context.get("user")
    table = context.get("table")
    return Shown(
        here=here,
        member=_member(user, context) if getattr(user, "is_authenticated", False) else None,
        n=_count(context.get("waiting_games")),
        total=context.get("all_waiting"),
        game=str(getattr(table, "public_id", "")),
    )


def _member(user: User, context: Context) -> Member:
    return Member(
        pk=user.pk,
        name=user.name,
        handle=user.handle,
        avatar=user.avatar,
        is_guest=user.is_guest,
        is_staff=user.is_staff,
        friend_requests=getattr(getattr(user, "preferences", None), "friend_requests", 0),
        cases=_count(context.get("waiting_cases")),
    )


def _count(found: Any) -> int:
    """Of a number, a lazy one, or none."""
    counted: int = found + 0 if found else 0
    return counted


@dataclass(frozen=True, slots=True)
class _Around:
    """All that `base.html` shows around a page, but for guests and messages. `address`: where a choice of language
    leads back to.
    """

    shown: Shown
    theme: str
    banner: str
    decisions_unread: bool
    address: str


def kept_page(request: HttpRequest, name: str, values: dict[str, str]) -> HttpResponse:
    """A page of which the template `name` shows `values`, and they depend on the language alone."""
    around = _around(request)
    if around is None:
        return render(request, name, values)
    key = (name, around, at_reader())
    pieces = kept_pages.get(key)
    if pieces is None:
        # The count is known by now.
        shown = {"waiting_games": around.shown.n, "csrf_token": TOKEN}
        pieces = packed(render_to_string(name, values | shown, request), TOKEN)
        kept_pages.keep(key, pieces)
    return pieced_response(request, replaced(pieces, {TOKEN: get_token(request)}))


def _around(request: HttpRequest) -> _Around | None:
    """None where a page shows more."""
    user = request.user
    if settings.DEBUG or getattr(user, "is_guest", False) or len(get_messages(request)):
        return None
    context = RequestContext(request)
    base: Any = get_template("base.html")
    with context.bind_template(base.template):
        return _Around(
            shown=_shown(context),
            theme=context["theme"],
            banner=context["banner"],
            decisions_unread=bool(getattr(user, "decisions_unread", False)),
            address=request.get_full_path() if request.method == "GET" else "",
        )
