"""Moderators' acts and turns played on."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games.engine import state_to_json, verify_record
from games.errors import Reason, Refused
from games.history.record import game_record
from games.models import Deadline, Game, Hand, Intervention, Notice
from games.play.derived import game_rebuild, state_from_moves
from games.table import table_view
from tests.factories import play_until, rng_of

WHY = "They asked for it."


def act(game: Game, service: Callable[..., Any], **given: Any) -> Any:
    """Carry an act out; refreshes `game`."""
    done = service(public_id=game.public_id, reason=WHY, **given)
    game.refresh_from_db()
    return done


def refusal(game: Game, service: Callable[..., Any], **given: Any) -> Reason:
    """The reason of a refused act, which writes nothing."""
    version, acts = Game.objects.get(pk=game.pk).version, Intervention.objects.count()
    with pytest.raises(Refused) as refused:
        service(public_id=game.public_id, reason=WHY, **given)
    assert (Game.objects.get(pk=game.pk).version, Intervention.objects.count()) == (version, acts)
    return refused.value.reason


def told_of(row: Intervention) -> set[str]:
    notices = Notice.objects.filter(kind=Notice.Kind.MODERATION, about=row.pk, channel="mail")
    return set(notices.values_list("user__handle", flat=True))


def log_of(game: Game, viewer: User | None = None) -> list[tuple[str, str]]:
    """The page's acts and reasons, oldest first."""
    view = table_view(Game.objects.get(pk=game.pk), viewer or game.seats.get(number=0).user)
    entries = [entry for past in view.rounds for entry in past.entries]
    return [(entry.act, entry.reason) for entry in reversed(entries) if entry.kind == "act"]


def play_turns(game: Game, count: int, seed: int = 5) -> None:
    left = iter(range(count))
    play_until(game, rng_of(seed), lambda _game: next(left, None) is None, brisk=False)


def play_hand(game: Game) -> None:
    hands = game.hands.count()
    play_until(game, rng_of(5), lambda game: game.hands.count() > hands)


def hand_of(game: Game) -> Hand:
    return game.hands.order_by("-number")[0]


def check_sound(game: Game) -> None:
    """The record verifies, and a rebuild changes nothing."""
    assert verify_record(json.loads(json.dumps(game_record(game, None)))) == []
    before = _cached(game)
    hand = hand_of(game)
    assert hand.state == state_to_json(state_from_moves(hand, game.seats_count))
    game_rebuild(public_id=game.public_id)
    game.refresh_from_db()
    assert _cached(game) == before


def _cached(game: Game) -> tuple[object, ...]:
    game.refresh_from_db()
    clock = Deadline.objects.filter(pk=game.pk).values().first()
    hands = list(game.hands.order_by("number").values_list("state", "turns_count", "points", "voided"))
    seats = list(game.seats.order_by("number").values_list("points", "is_winner"))
    waits = (game.to_act, game.waiting_since, game.bot_acts, clock)
    return (game.version, game.changed_at, game.status, waits, hands, seats)
