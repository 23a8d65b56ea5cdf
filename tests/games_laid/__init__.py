"""Games written to the database with the rows services would leave, in about ten queries, with fixed cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.engine import HandState
from games.lobby.services import NewGame
from games.models import Game
from tests.games_laid.laying import Laying
from tests.games_laid.steps import Step, options_of, steps_of
from tests.games_laid.turns import turn_next
from tests.recorded_games import Place, Recording, public_id_of, recording, recordings

__all__ = [
    "Place",
    "finished_game",
    "game_at",
    "game_before_end",
    "game_where",
    "lay_game",
    "lay_slow_game",
    "turn_next",
]


def lay_game(people: Sequence[User], new: NewGame | None = None, *, contribute: bool = True) -> Game:
    """The first of `people` hosts. Dealt if they fill it and contribute, else open."""
    at, number = timezone.now(), Game.objects.count()
    laying = Laying(public_id_of(f"game {number}"), _fresh(people), new or NewGame(seats=len(people)), at)
    if contribute:
        laying.contribute(at)
    return laying.write()


def lay_slow_game(
    people: Sequence[User], pace: str = "1d", *, bots: Sequence[str] = (), weekends_off: bool = False
) -> Game:
    seats = len(people) + len(bots)
    return lay_game(people, NewGame(seats=seats, target=30, pace=pace, bots=bots, weekends_off=weekends_off))


def _fresh(people: Sequence[User]) -> list[User]:
    found = User.objects.select_related("preferences").in_bulk([person.pk for person in people])
    return [found[person.pk] for person in people]


def finished_game(
    people: Sequence[User], ending: str = "target", *, recorded: str = "", moderator: User | None = None, **more: Any
) -> Game:
    """A game that just ended. `more` are fields of NewGame that the recording lacks."""
    chosen = recording(recorded) if recorded else _ended(people, ending)
    return _laid(chosen, people, None, moderator, more)


def game_at(people: Sequence[User], place: Place, *, recorded: str, moderator: User | None = None, **more: Any) -> Game:
    """A recorded game after a turn; `place.turn` 0 is just dealt, -1 before the hand's last turn."""
    return _laid(recording(recorded), people, place, moderator, more)


def game_before_end(people: Sequence[User], *, recorded: str, **more: Any) -> Game:
    """A recorded game before its last turn (`turn_next`)."""
    one = recording(recorded)
    return _laid(one, people, one.last, None, more)


def game_where(
    people: Sequence[User], reached: Callable[[HandState], bool], *, recorded: str = "", hand: int = 0, **more: Any
) -> Game:
    """The first recorded state, in `hand` if given, that is `reached`."""
    for one in [recording(recorded)] if recorded else [one for one in recordings() if one.people == len(people)]:
        for place, state in one.moments():
            if hand in (0, place.hand) and reached(state):
                return _laid(one, people, place, None, more)
    raise AssertionError("no recorded game comes to that")


def _ended(people: Sequence[User], ending: str) -> Recording:
    found = [one for one in recordings() if one.people == len(people) and one.record.end == ending]
    return min(found, key=lambda one: (len(one.kinds), len(one.record.events), len(one.record.hands)))


def _laid(
    one: Recording, people: Sequence[User], until: Place | None, moderator: User | None, more: Mapping[str, Any]
) -> Game:
    """The recorded game up to a place (None: its end), which is now. If it exists already, a copy with another id,
    whose record would not verify.
    """
    steps = list(steps_of(one.record, until))
    now, last = timezone.now(), max((step.at for step in steps), default=one.record.started_at)

    def moment(at: int) -> datetime:
        return now - timedelta(microseconds=last - at)

    laying = Laying(one.game_id, _fresh(people), options_of(one, **more), moment(one.record.started_at))
    laying.moderator = moderator
    laying.contribute(moment(one.record.started_at))
    for step in steps:
        _take(laying, step, moment(step.at))
    if Game.objects.filter(public_id=one.game_id).exists():
        laying.rename(public_id_of(f"{one.name} {Game.objects.count()}"))
    return laying.write()


def _take(laying: Laying, step: Step, at: datetime) -> None:
    match step.kind:
        case "turn":
            laying.turn(step.text, step.by, at)
        case "undo":
            laying.undo(at)
        case "resign":
            laying.resign(step.seat, at)
        case "handover":
            laying.hand_over(step.seat, at)
        case "return":
            laying.give_back(step.seat, at)
        case "cancel":
            laying.cancel(at)
