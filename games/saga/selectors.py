"""Reads the saga of a finished game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from accounts.fast.caches import LruCache
from games.engine import IllegalTurn
from games.engine.record_schema import read_record
from games.history.record import game_record
from games.models import Game
from games.play.seats.replaced_players import replaced_players
from games.play.selectors import seat_names
from games.saga.facts import SagaFacts, saga_facts
from games.saga.words import saga_lines

# About 1 kB each.
_MAX_ENTRIES: Final = 500


_facts: Final[LruCache[tuple[SagaFacts | None]]] = LruCache("sagas", _MAX_ENTRIES)


@dataclass(frozen=True, slots=True)
class Saga:
    """Lines in the active language, and the cards of the set that broke another one, () without one."""

    lines: tuple[str, ...]
    cards: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.lines)


def saga(game: Game) -> Saga | None:
    """The saga of a game that the reader may see. None for games that run or were cancelled, and if a seat went to
    another person, whose feats it would tell. Seven queries; one if the facts are cached.
    """
    if game.ended_at is None or game.ending == Game.Ending.CANCELLED:
        return None
    facts = _known_facts(game)
    if facts is None:
        return None
    names = seat_names(list(game.seats.select_related("user").order_by("number")))
    return Saga(saga_lines(facts, names), facts.broke.cards if facts.broke is not None else ())


def _known_facts(game: Game) -> SagaFacts | None:
    known = _facts.get((game.pk, game.version))
    if known is None:
        known = (_read_facts(game),)
        _facts.put((game.pk, game.version), known)
    return known[0]


def _read_facts(game: Game) -> SagaFacts | None:
    if replaced_players(game, list(game.interventions.order_by("pk"))):
        return None
    told = game_record(game, None)
    try:
        return saga_facts(read_record(told), [player["kind"] for player in told["players"]])
    except IllegalTurn:
        # The record is broken, as after a repair by hand. Checking records reports that; the page must open.
        return None
