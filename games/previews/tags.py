"""`{% preview_tags %}`: the preview of a page in its head, for visitors, as programs that make previews are."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Final

from django import template
from django.conf import settings
from django.template import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from accounts.models import User
from games.history.publication.public import PublishedReplay
from games.history.replay import Replay
from games.lobby.room import WaitingRoom
from games.models import Challenge, StandingTable
from games.previews.drawing import HEIGHT, WIDTH
from games.previews.pages import (
    challenge_preview,
    day_preview,
    invitation_preview,
    position_preview,
    profile_preview,
    published_preview,
    replay_preview,
    site_preview,
    standing_preview,
    table_preview,
)
from games.previews.preview import Preview
from games.table import TableView
from games.web.cached.fragments import cached

register = template.Library()


def _of_room(page: Context) -> Preview | None:
    room = page.get("room")
    return invitation_preview(room, page["token"]) if isinstance(room, WaitingRoom) else None


def _of_table(page: Context) -> Preview | None:
    table = page.get("table")
    return table_preview(table) if isinstance(table, TableView) else _of_room(page)


def _of_replay(page: Context) -> Preview | None:
    replay = page.get("replay")
    return replay_preview(replay, page["turn"]) if isinstance(replay, Replay) else None


def _of_published(page: Context) -> Preview | None:
    found = page.get("found")
    return published_preview(found, page["replay"], page["turn"]) if isinstance(found, PublishedReplay) else None


def _of_profile(page: Context) -> Preview | None:
    player = page.get("player")
    return profile_preview(player, page["played"], page["won"]) if isinstance(player, User) else None


def _of_day(page: Context) -> Preview | None:
    day = page.get("day")
    return day_preview(day) if isinstance(day, date) else None


def _of_position(page: Context) -> Preview | None:
    return position_preview() if isinstance(page.get("position_day"), date) else None


def _of_challenge(page: Context) -> Preview | None:
    challenge = page.get("challenge")
    return challenge_preview(challenge) if isinstance(challenge, Challenge) else None


def _of_standing(page: Context) -> Preview | None:
    table = page.get("table")
    return standing_preview(table) if isinstance(table, StandingTable) else None


# By the page's name, from its context, so without queries. Error pages at these addresses have other contexts.
_PREVIEWS: Final[dict[str, Callable[[Context], Preview | None]]] = {
    "games:invited": _of_room,
    "games:table": _of_table,
    "games:text_table": _of_table,
    "games:replay": _of_replay,
    "games:published": _of_published,
    "games:profile": _of_profile,
    "games:daily_day": _of_day,
    "games:position_day": _of_position,
    "games:challenge": _of_challenge,
    "games:standing_invited": _of_standing,
}


@register.simple_tag(takes_context=True)
def preview_tags(context: Context) -> SafeString:
    """Open Graph, Twitter's card and oEmbed's link. Nothing for people who are logged in."""
    request = context.get("request")
    user = getattr(request, "user", None)
    if request is None or user is None or user.is_authenticated:
        return SafeString("")
    match = request.resolver_match
    find = _PREVIEWS.get(match.view_name if match is not None else "")
    preview = find(context) if find is not None else None
    return _drawn(site_preview() if preview is None else preview)


@cached(max_entries=200)
def _drawn(preview: Preview) -> SafeString:
    return render_to_string(
        "partials/frame/preview.html",
        {
            "preview": preview,
            "locale": preview.language,
            "width": WIDTH,
            "height": HEIGHT,
            "embed_url": embed_url(preview) if preview.embeds else "",
        },
    )


def embed_url(preview: Preview) -> str:
    """oEmbed's address for the page."""
    return f"{settings.PUBLIC_URL}{reverse('games:oembed')}?{urlencode({'url': preview.page_url})}"
