"""Clock, absences and pause of a game's page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from games.clocks import Pace
from games.models import Absence, Deadline, Game, Seat
from games.play.clock.absence_selectors import away_among
from games.play.clock.selectors import clock_halt, urgent_at
from games.play.selectors import game_deadline
from games.play.waits.sprint_selectors import declines_sprint, may_sprint, wants_sprint
from games.table.players import Player, is_alone
from games.table.reading.rows import finds_all_here, took_days
from games.table.view_model import Pause, Sprint, TurnClock

RUNS = (Game.Status.RUNNING, Game.Status.PAUSED)


@dataclass(frozen=True)
class Absences:
    """The absences of players. `away`: last days of users who are away now."""

    rows: tuple[Absence, ...]
    away: dict[int, date]


def absences_at(game: Game, seats: Sequence[Seat], at: datetime) -> Absences:
    """The absences of the game's players. One query; none if clocks never stop or no player ever took a day off."""
    people = {seat.user_id: seat.user for seat in seats if seat.kind == Seat.Kind.PERSON}
    took = [seat.user_id for seat in seats if seat.user_id in people and took_days(seat)]
    if not took or game.ended_at is not None or not Pace(game.pace).may_stop:
        return Absences((), {})
    row = game_deadline(game)
    first = (min(at, row.since) if row is not None else at).date() - timedelta(days=1)
    rows = tuple(Absence.objects.filter(user_id__in=took, last__gte=first).order_by("first"))
    return Absences(rows, away_among(people, rows, at))


def table_clock(
    game: Game,
    seats: Sequence[Seat],
    players: Sequence[Player],
    mine: Seat | None,
    absences: Absences,
    at: datetime,
) -> TurnClock:
    """The clock of the page. `mine`: the seat that the viewer plays."""
    row = game_deadline(game)
    if row is None or game.ended_at is not None or row.user_id is None:
        return TurnClock()
    seat = seats[row.seat]
    limited = game.pace != Game.Pace.NONE
    own = [absence for absence in absences.rows if absence.user_id == row.user_id]
    halt = clock_halt(game, seat, row, own, at) if limited or game.status == Game.Status.PAUSED else None
    due_at = row.due_at if limited else None
    return TurnClock(
        due_at=due_at,
        urgent_at=urgent_at(game, due_at) if due_at is not None else None,
        halt=halt,
        may_grant=_may_grant(game, row, seat, mine),
        granted=next((players[seat.number] for seat in seats if seat.user_id == row.granted_by_id), None),
    )


def _may_grant(game: Game, row: Deadline, seat: Seat, mine: Seat | None) -> bool:
    if mine is None or mine.pk == seat.pk or game.status != Game.Status.RUNNING:
        return False
    may_stop = Pace(game.pace).may_stop and not game.plays_live
    return may_stop and row.granted_by_id is None and row.due_at is not None


def table_pause(game: Game, seats: Sequence[Seat], players: Sequence[Player], mine: Seat | None) -> Pause:
    """The pause of the page. `mine`: the seat that the viewer plays. Against bots alone nobody waits: such a game is
    only resumed, and so is one that ends by a date.
    """
    paused = game.status == Game.Status.PAUSED
    asked = [seat for seat in seats if seat.kind == Seat.Kind.PERSON and seat.held_by_id == seat.user_id]
    may_begin = game.ends_by is None and not is_alone(players)
    return Pause(
        on=paused,
        held=game.held_at is not None,
        until=game.pause_ends_at,
        wanted=tuple(players[seat.number] for seat in asked if seat.pause_wanted_at is not None),
        missing=tuple(players[seat.number] for seat in asked if seat.pause_wanted_at is None),
        may_ask=mine is not None and game.held_at is None and game.status in RUNS and (paused or may_begin),
    )


def table_sprint(
    game: Game, seats: Sequence[Seat], players: Sequence[Player], mine: Seat | None, at: datetime
) -> Sprint:
    """The sprint of the page. `mine`: the viewer plays it. A player who declined sees no requests for a while."""
    if game.status == Game.Status.RUNNING and game.sprints_at(at):
        return Sprint(until=game.sprint_ends_at)
    if mine is None or declines_sprint(mine, at) or not may_sprint(game, seats, at):
        return Sprint()
    asked = [seat for seat in seats if seat.kind == Seat.Kind.PERSON]
    return Sprint(
        wanted=tuple(players[seat.number] for seat in asked if wants_sprint(seat, at)),
        missing=tuple(players[seat.number] for seat in asked if not wants_sprint(seat, at)),
        offered=finds_all_here(mine),
    )
