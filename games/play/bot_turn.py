"""Bots choose without a lock, then take turns as people do."""

import random
import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.bots import REGISTRY
from games.engine import Turn, legal_turns, state_from_json
from games.models import Game, Hand, Move
from games.play.locking import lock_for_turn_if
from games.play.selectors import seat_view
from games.play.turn import TurnResult, turn_apply

BUDGET_MS = 200
# Where so many bots are due that they are late, each thinks less, so that people wait less: Jarl is hardly weaker.
LATE_BUDGET_MS = 50
LATE_AFTER = timedelta(seconds=5)


def bot_turn_play(*, game_id: int, version: int) -> TurnResult | None:
    """Play the turn of a bot. Returns None if no bot is to act at `version`. Harmless when run twice."""
    turn = _choose(game_id, version)
    return None if turn is None else _play(game_id, version, turn)


def _choose(game_id: int, version: int) -> Turn | None:
    due = Game.objects.filter(pk=game_id, version=version, status=Game.Status.RUNNING, bot_acts=True)
    game = due.select_related("deadline").first()
    if game is None or game.to_act is None:
        return None
    seat = game.seats.select_related("held_by__bot_account").get(number=game.to_act)
    budget_ms = LATE_BUDGET_MS if _is_late(game.deadline.bot_since) else BUDGET_MS
    return bot_choice(game, seat.number, seat.held_by.bot_account.name, budget_ms)


def _is_late(since: datetime | None) -> bool:
    return since is not None and timezone.now() - since > LATE_AFTER


def bot_choice(game: Game, seat_number: int, name: str, budget_ms: int = BUDGET_MS) -> Turn | None:
    """The turn that the bot `name` would take, found without a lock. None without a running hand."""
    hand = Hand.objects.filter(game=game, ended_at__isnull=True).first()
    if hand is None:
        return None
    state = state_from_json(hand.state)
    view = seat_view(game, hand, state, seat_number)
    rng = random.Random(secrets.randbits(64))
    return REGISTRY[name].choose(view, legal_turns(state), budget_ms, rng)


@transaction.atomic(durable=True)
def _play(game_id: int, version: int, turn: Turn) -> TurnResult | None:
    locked = lock_for_turn_if(game_id, version=version)
    if locked is None or locked.seat_to_act is None:
        return None
    return turn_apply(locked, locked.seat_to_act, turn, by=Move.By.BOT)
