"""Options, seeds and events of the recorded games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from games.engine import GameOptions
from tests.recorded_games import Place

Happening = Literal["resign", "return", "undo", "cancel", "moderator"]


@dataclass(frozen=True, slots=True)
class Away:
    """The person lets time run out until a stand-in bot holds the seat."""

    seat: int
    since: Place


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan of a game. `bots` sit left of the first seat; `happens` names seats, or -1. `caretaker` takes turns whose
    time ran out, `undo` takes the last turn back, `moderator` passes, `cancel` ends the game.
    """

    options: GameOptions
    seed: int = 1
    bots: int = 0
    away: tuple[Away, ...] = ()
    caretaker: bool = False
    happens: Mapping[Place, tuple[tuple[Happening, int], ...]] = field(default_factory=dict)


PLANS: Mapping[str, Plan] = {
    # All targets and numbers of seats; other options in turn.
    "single_hand_of_two": Plan(GameOptions(2, target=None, two_player_deck=True)),
    "single_hand_of_three": Plan(GameOptions(3, target=None)),
    "single_hand_with_bot": Plan(GameOptions(2, target=None, two_player_deck=True), bots=1),
    "single_hand_with_two_bots": Plan(GameOptions(3, target=None), bots=2),
    "single_hand_of_three_with_bot": Plan(GameOptions(3, target=None, goat=True), bots=1),
    # The first seat leads.
    "three_with_goat": Plan(GameOptions(3, target=15, goat=True)),
    "single_hand_of_six": Plan(GameOptions(6, target=None)),
    "target_of_two": Plan(GameOptions(2, target=15, two_player_deck=True)),
    "target_10_of_two": Plan(GameOptions(2, target=10, two_player_deck=True)),
    "target_10_of_three": Plan(GameOptions(3, target=10, goat=True, next_leader="last")),
    "target_20_of_four_with_bot": Plan(GameOptions(4, target=20, goat=True), bots=1),
    "target_25_of_five": Plan(GameOptions(5, target=25, next_leader="last")),
    "target_30_of_two": Plan(GameOptions(2, target=30, two_player_deck=True)),
    "target_10_of_six_with_bots": Plan(GameOptions(6, target=10, goat=True), bots=4),
    "target_15_of_three_with_bot": Plan(GameOptions(3, target=15), bots=1),
    # Events.
    "resigned_of_two": Plan(GameOptions(2, two_player_deck=True), happens={Place(2, 4): (("resign", 1),)}),
    "resigned_of_three": Plan(GameOptions(3), happens={Place(1, 5): (("resign", 0),), Place(2, 3): (("resign", 2),)}),
    "one_of_three_resigned": Plan(GameOptions(3, target=10), happens={Place(1, 4): (("resign", 2),)}),
    "cancelled": Plan(GameOptions(2, target=30), happens={Place(2, 3): (("cancel", -1),)}),
    "times_ran_out": Plan(
        GameOptions(2, target=10),
        away=(Away(1, Place(1, 2)),),
        happens={Place(2, 2): (("return", 1),)},
    ),
    "caretaker_took_turns": Plan(GameOptions(2, target=10), away=(Away(1, Place(1, 2)),), caretaker=True),
    "turns_taken_back": Plan(
        GameOptions(2, target=None), happens={Place(1, 3): (("undo", -1),), Place(1, 6): (("undo", -1),)}
    ),
    "moderator_passed": Plan(GameOptions(2, target=None), happens={Place(1, 3): (("moderator", -1),)}),
}
