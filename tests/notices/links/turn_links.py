"""Links by which a turn can be taken without a login."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.utils import timezone

from games.models import Game, Notice
from games.notices.links.turn import link_issue
from tests.factories import seat_to_act


def notice_of(game: Game, kind: Notice.Kind = Notice.Kind.TURN) -> Notice:
    """A notification with an unused number."""
    at = timezone.now()
    user = seat_to_act(game).held_by
    same = Notice.objects.filter(game=game, kind=kind, user=user, version=game.version, channel="mail").first()
    return same or Notice.objects.create(
        kind=kind, game=game, user=user, version=game.version, created_at=at, due_at=at
    )


def token_of(address: str) -> str:
    return urlsplit(address).path.split("/")[2]


def page_of(game: Game) -> str:
    return f"/m/{token_of(link_issue(notice_of(game)))}/"
