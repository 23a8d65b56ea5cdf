"""Reads the saga of a finished game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from accounts.fast.caches import LruCache
from games.engine import IllegalTurn
from games.engine.record_schema import ShapeError, read_record
from games.history.record import RecordJson, ended_records
from games.models import Game, Intervention
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


def saga(game: Game, names: Sequence[str] = ()) -> Saga | None:
    """The saga of a game that the reader may see. None for games that run or were cancelled, and if a seat went to
    another person, whose feats it would tell. Seven queries; one if the facts are cached. `names` by seat, in
    place of the players' own.
    """
    if not _has_saga(game):
        return None
    facts = _known_facts([game])[game.pk]
    return _told(facts, names or seat_names(list(game.seats.select_related("user").order_by("number"))))


def sagas(games: Sequence[Game]) -> dict[int, Saga]:
    """The sagas of games that the reader may see, by key, without games that have none. The games' seats are
    prefetched, with people. Six queries for any number of games; none if all facts are cached.
    """
    ended = [game for game in games if _has_saga(game)]
    facts = _known_facts(ended)
    told = {game.pk: _told(facts[game.pk], seat_names(list(game.seats.all()))) for game in ended}
    return {key: found for key, found in told.items() if found is not None}


def _has_saga(game: Game) -> bool:
    return game.ended_at is not None and game.ending != Game.Ending.CANCELLED


def _told(facts: SagaFacts | None, names: Sequence[str]) -> Saga | None:
    if facts is None:
        return None
    return Saga(saga_lines(facts, names), facts.broke.cards if facts.broke is not None else ())


def _known_facts(games: Iterable[Game]) -> dict[int, SagaFacts | None]:
    known = {game: _facts.get((game.pk, game.version)) for game in games}
    read = _read_facts([game for game, found in known.items() if found is None])
    for game in known:
        if game.pk in read:
            _facts.put((game.pk, game.version), (read[game.pk],))
    return read | {game.pk: found[0] for game, found in known.items() if found is not None}


def _read_facts(games: Sequence[Game]) -> dict[int, SagaFacts | None]:
    """By key; None for games that have no saga."""
    if not games:
        return {}
    acts = Intervention.objects.filter(game__in=games, kind=Intervention.Kind.REPLACE)
    replaced = set(acts.values_list("game", flat=True))
    records = ended_records([game for game in games if game.pk not in replaced])
    return dict.fromkeys(replaced) | {key: _facts_of(record) for key, record in records.items()}


def _facts_of(told: RecordJson) -> SagaFacts | None:
    try:
        return saga_facts(read_record(told), [player["kind"] for player in told["players"]])
    except (IllegalTurn, ShapeError):
        # The record is broken, as after a repair by hand. Checking records reports that; the page must open.
        return None
