"""The messages to hooks (README.md): no secret, no email or network address, no card, no text that people wrote."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Game, HookDelivery, OperatorHook, Report

Event = OperatorHook.Event
Data = dict[str, Any]


def delivery_payload(delivery: HookDelivery) -> bytes | None:
    """The message; None if what it is about was deleted. At most two queries."""
    data = _DATA[delivery.event](delivery.about)
    if data is None:
        return None
    content = {"type": delivery.event, "timestamp": _iso(delivery.happened_at), "data": data}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _game(about: int) -> Data | None:
    game = Game.objects.filter(pk=about).first()
    if game is None:
        return None
    return {
        "game": game.public_id,
        "page": _page("games:table", game.public_id),
        "status": game.status,
        "end": game.ending or None,
        "visibility": game.visibility,
        "seats": game.seats_count,
        "target": game.target,
        "pace": game.pace,
        "rated": game.counts_for_rating and game.rated,
        "created_at": _iso(game.created_at),
        "started_at": _iso(game.started_at),
        "ended_at": _iso(game.ended_at),
        "players": [_player(game, seat) for seat in game.seats.select_related("user").order_by("number")],
    }


def _player(game: Game, seat: Any) -> Data:
    over = game.status == Game.Status.FINISHED
    return {
        "seat": seat.number,
        "username": _username(seat.user),
        "kind": seat.player_kind,
        "points": seat.points if over else None,
        "winner": seat.is_winner if over else None,
    }


def _report(about: int) -> Data | None:
    """A report without its people, because only staff may know them."""
    report = Report.objects.select_related("game").filter(pk=about).first()
    if report is None:
        return None
    game = report.game.public_id if report.game is not None else None
    return {"report": report.pk, "kind": report.kind, "game": game, "created_at": _iso(report.created_at)}


def _account(about: int) -> Data | None:
    user = User.objects.filter(pk=about, erased_at=None).first()
    if user is None:
        return None
    joined, page = _iso(user.date_joined), _page("games:profile", user.handle)
    return {"username": user.handle, "guest": user.is_guest, "page": page, "created_at": joined}


def _test(about: int) -> Data:
    return {"site": settings.PUBLIC_URL}


_DATA: Final[dict[str, Callable[[int], Data | None]]] = {
    Event.GAME_STARTED: _game,
    Event.GAME_FINISHED: _game,
    Event.GAME_CANCELLED: _game,
    Event.REPORTED: _report,
    Event.ACCOUNT: _account,
    HookDelivery.TEST: _test,
}


def _username(user: User) -> str | None:
    """None for an erased account."""
    return None if user.erased_at is not None else user.handle


def _page(name: str, of: str) -> str:
    return f"{settings.PUBLIC_URL}{reverse(name, args=[of])}"


def _iso(at: datetime | None) -> str | None:
    return None if at is None else at.astimezone(timezone.get_default_timezone()).strftime("%Y-%m-%dT%H:%M:%SZ")
