"""Queries in a shell of the running site: what it has stored."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from accounts.models import AccountMail
from games.engine import verify_record
from games.history.record import game_record
from games.models import Game, Move

SETTLED: Final = (AccountMail.Status.SENT,)


def turns_stored() -> list[dict[str, Any]]:
    """The stored turns, oldest first; `version` is the game's after each."""
    moves = Move.objects.select_related("hand__game").order_by("pk")
    return [
        {
            "game": move.hand.game.public_id,
            "version": move.version,
            "seat": move.seat,
            "turn": move.turn,
            "by": move.by,
        }
        for move in moves
    ]


def records_unsound() -> dict[str, list[str]]:
    """Games whose record does not verify, and why."""
    started = Game.objects.filter(started_at__isnull=False)
    found = {game.public_id: list(verify_record(game_record(game, None))) for game in started}
    return {game: words for game, words in found.items() if words}


def mails_open() -> list[str]:
    """Emails that were never sent: their status and the reason."""
    return [f"{mail.status} {mail.reason}" for mail in AccountMail.objects.exclude(status__in=SETTLED)]


ANSWERS: Final[dict[str, Callable[[], object]]] = {
    each.__name__: each for each in (turns_stored, records_unsound, mails_open)
}


def main(*names: str) -> None:
    print(json.dumps([ANSWERS[name]() for name in names]))
