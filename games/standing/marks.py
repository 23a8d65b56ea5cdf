"""The marks that games leave in the wood of a standing table, from the records alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from games.engine import HAND_SIZE, state_from_json
from games.models import Hand, StandingTable
from games.standing.score import Result

MOST: Final = 400


@dataclass(frozen=True, slots=True)
class Notch:
    """A game's notch. `colour`: that of the winner's picture, "" if no person or several won; `burnt`: a player was
    left with all nine cards of a hand.
    """

    colour: str
    burnt: bool


def marks(results: Iterable[Result], burnt: Collection[int], colours: Mapping[int, str]) -> list[Notch]:
    """The marks of the last games, oldest first. `burnt`: games with such a hand; `colours`: by account."""
    won: dict[int, list[int]] = {}
    for result in results:
        winners = won.setdefault(result.game, [])
        if result.won:
            winners.append(result.who)
    made = [
        Notch(colours.get(winners[0], "") if len(winners) == 1 else "", game in burnt) for game, winners in won.items()
    ]
    return made[-MOST:]


def burnt_games(table: StandingTable) -> set[int]:
    """The table's games with a hand that left a player with all of their cards. One query, for few hands."""
    # With the goat, fewer cards may have as many points.
    hands = Hand.objects.filter(game__standing__table=table, ended_at__isnull=False, voided=False)
    likely = hands.filter(points__overlap=[HAND_SIZE, HAND_SIZE + 4]).values_list("game", "state")
    return {game for game, state in likely if any(len(cards) == HAND_SIZE for cards in state_from_json(state).hands)}
