"""Deadlines: one row per game, updated on every turn and only in this module, so that `next_at` is always the earliest
of its times.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from accounts.models import User
from games.clocks import Calendar, Pace, absent_time, due_at, elapsed
from games.models import Absence, Deadline, Game, Hand, Seat
from games.people.preference_selectors import preferences_of
from games.play.clock.reminders import reminder_at
from games.play.clock.selectors import SPRINT_TURN, extra_time, running_clocks, wait_calendar
from games.play.locking import LockedGame, lock_game_if
from games.play.selectors import game_deadline
from games.play.undo_rights import allows_undo

MAX_REMINDERS = 4
_MOMENT = timedelta(seconds=1)
REWRITTEN = (
    *("seat", "user", "version", "since", "left", "zone", "waking"),
    *("due_at", "remind_at", "reminders", "order_at", "notice_at", "next_at", "granted_by", "left_before"),
    *("active_at", "bot_since"),
)


def deadline_write(
    locked: LockedGame,
    *,
    since: datetime | None = None,
    left: timedelta | None = None,
) -> Deadline:
    """Save a `deadline_new` of a turn that waited before. One query more."""
    return deadline_save(deadline_new(locked, again=True, since=since, left=left))


def deadline_save(row: Deadline) -> Deadline:
    """Save the row in place of the game's former one. One query."""
    Deadline.objects.bulk_create([row], update_conflicts=True, unique_fields=["game"], update_fields=REWRITTEN)
    return row


def deadline_new(
    locked: LockedGame,
    *,
    acted: Seat | None = None,
    again: bool = False,
    order_at: datetime | None = None,
    notice_at: datetime | None = None,
    since: datetime | None = None,
    left: timedelta | None = None,
) -> Deadline:
    """Start the wait for the seat to act, for the caller to save; the row names no person if a bot acts or the game is
    over.

    `acted`: the seat that just took a turn. `again`: the turn waited before, and keeps its extra time. `order_at`: when
    a planned turn acts. `notice_at`: when to write the turn's notification, if not now. `since` and `left`: by default
    now and a full turn with its extra time. In a pause the clock does not start. No query; one at paces whose clocks
    may stop; two with `again`.
    """
    game, since = locked.game, since or locked.now
    waits = game.ended_at is None and not game.bot_acts
    seat = locked.seat_to_act if waits else None
    # Before the new row replaces the game's old one.
    left_before = _wait_ended(game, acted, since)
    row = Deadline(game=game, seat=game.to_act or 0, version=game.version, since=since, left_before=left_before)
    row.left = Pace(game.pace).length if left is None else left
    if game.ended_at is None:
        row.active_at = since
        row.bot_since = since if game.bot_acts else None
    if seat is not None:
        _person_write(row, seat.held_by)
        row.order_at, row.notice_at = order_at, notice_at
        if again:
            _extra_time_write(row, locked.hand, adds=left is None)
    if game.status == Game.Status.PAUSED:
        row.next_at = game.pause_ends_at
    elif seat is not None:
        _times_write(row, game, seat, _absences_in_wait(game, seat, since))
    game.deadline = row
    return row


def _person_write(row: Deadline, person: User) -> None:
    row.user, row.zone, row.waking = person, person.time_zone, preferences_of(person).waking


def _extra_time_write(row: Deadline, hand: Hand, *, adds: bool) -> None:
    """Set the extra time that the turn got before, without saving. `adds`: `left` does not include it yet."""
    given = extra_time(hand)
    row.granted_by = given.by
    if adds:
        row.left += given.more


def deadline_stop(locked: LockedGame, *, until: datetime | None) -> None:
    """Stop the clock for a pause that ends at `until`."""
    game = locked.game
    row = Deadline.objects.get(pk=game.pk)
    if row.due_at is not None:
        seat = locked.seats[row.seat]
        _clock_read(row, game, seat, _absences_in_wait(game, seat, row.since), locked.now)
    row.due_at = row.remind_at = row.order_at = row.notice_at = None
    row.next_at = until
    row.save()
    game.deadline = row


def deadline_resume(locked: LockedGame) -> None:
    """Restart the clock with the time that was left when it stopped."""
    game = locked.game
    row = Deadline.objects.get(pk=game.pk)
    row.since = locked.now
    seat = locked.seats[row.seat]
    _times_write(row, game, seat, _absences_in_wait(game, seat, locked.now))
    row.save()
    game.deadline = row


def deadline_shift(locked: LockedGame, *, stood: datetime) -> None:
    """Shift a clock stopped at `stood` to now."""
    game, at = locked.game, locked.now
    row = Deadline.objects.filter(pk=game.pk).first()
    if row is None:
        return
    if game.status == Game.Status.PAUSED:
        row.next_at = game.pause_ends_at
    elif row.due_at is not None:
        seat = locked.seats[row.seat]
        _clock_read(row, game, seat, _absences_in_wait(game, seat, row.since), stood)
        row.since = at
        row.order_at = None if row.order_at is None else row.order_at + (at - stood)
        _times_write(row, game, seat, _absences_in_wait(game, seat, at))
    row.save()
    game.deadline = row


def deadline_extend(locked: LockedGame, *, more: timedelta, by: User) -> Deadline:
    """Give more time to the turn. The caller has checked that `by` may, and that a clock runs."""
    game, given = locked.game, extra_time(locked.hand)
    given.more += more
    given.by = by
    given.save()
    row = Deadline.objects.get(pk=game.pk)
    seat = locked.seats[row.seat]
    row.left += more
    row.granted_by = by
    _times_write(row, game, seat, _absences_in_wait(game, seat, row.since))
    row.save()
    game.deadline = row
    return row


def deadline_sprint(locked: LockedGame, *, ends_at: datetime | None) -> Deadline:
    """Let the clock run live until `ends_at`, or slowly again if None, with the time that was left when it stopped. The
    caller saves the game. The last turn can no longer be taken back.
    """
    game = locked.game
    row = Deadline.objects.get(pk=game.pk)
    seat, runs = locked.seats[row.seat], row.due_at is not None
    if runs:
        _clock_read(row, game, seat, _absences_in_wait(game, seat, row.since), locked.now)
    game.sprint_ends_at, row.left_before, row.notice_at = ends_at, None, None
    if runs:
        _times_write(row, game, seat, _absences_in_wait(game, seat, locked.now))
    row.save()
    game.deadline = row
    return row


@contextmanager
def clocks_changed(*, user: User) -> Iterator[list[LockedGame]]:
    """Read a locked person's running clocks before the block changes their absences, and set them after it. Yields the
    games, locked by id.
    """
    rows = running_clocks(user).order_by("game_id").select_related("game")
    ids = [row.game_id for row in rows if Pace(row.game.pace).may_stop]
    clocks = [clock for clock in (_running_clock(game_id, user) for game_id in ids) if clock is not None]
    for locked, seat, row in clocks:
        _clock_read(row, locked.game, seat, _absences_read(locked.game, user, row.since), locked.now)
    yield [locked for locked, _seat, _row in clocks]
    for locked, seat, row in clocks:
        _times_write(row, locked.game, seat, _absences_read(locked.game, user, locked.now))
        row.save()
        locked.game.deadline = row


def clocks_reset(*, user: User, former_zone: str) -> None:
    """Set a locked person's running clocks and reminders after a change of their quiet hours, reminders or time zone,
    which was `former_zone`. Days off count in the new zone from now on; hours and weekends off with the next turn.
    """
    rows = running_clocks(user).order_by("game_id").select_related("game")
    ids = [row.game_id for row in rows if not Pace(row.game.pace).is_live]
    for clock in [_running_clock(game_id, user) for game_id in ids]:
        if clock is None:
            continue
        locked, seat, row = clock
        present_zone, seat.held_by.time_zone = seat.held_by.time_zone, former_zone
        _clock_read(row, locked.game, seat, _absences_read(locked.game, user, row.since), locked.now)
        seat.held_by.time_zone = present_zone
        _times_write(row, locked.game, seat, _absences_read(locked.game, user, locked.now))
        row.save()


def _running_clock(game_id: int, user: User) -> tuple[LockedGame, Seat, Deadline] | None:
    """The running clock of the person's turn, with the game locked; None if it no longer runs for the person."""
    locked = lock_game_if(game_id)
    row = None if locked is None else Deadline.objects.get(pk=game_id)
    if locked is None or row is None or row.user_id != user.pk or row.due_at is None:
        return None
    return locked, locked.seats[row.seat], row


def reminder_next(locked: LockedGame, row: Deadline) -> None:
    """Set the next reminder after one was sent."""
    game, seat = locked.game, locked.seats[row.seat]
    row.reminders += 1
    after = _remind_at(row, game, seat, wait_calendar(game, seat, row, _absences_in_wait(game, seat, row.since)))
    row.remind_at = after if after is not None and after > locked.now else None
    next_at_write(row)


def next_at_write(row: Deadline) -> None:
    row.next_at = _earliest(row)
    row.save(update_fields=["due_at", "remind_at", "reminders", "order_at", "notice_at", "next_at"])


def _earliest(row: Deadline) -> datetime | None:
    return min(
        (time for time in (row.due_at, row.remind_at, row.order_at, row.notice_at) if time is not None), default=None
    )


def _times_write(row: Deadline, game: Game, seat: Seat, absences: list[Absence]) -> None:
    """Set all times of the row from `since` and `left`, or from the sprint that runs."""
    if game.sprint_ends_at is not None and game.sprints_at(row.since):
        row.due_at, row.remind_at = min(row.since + SPRINT_TURN, game.sprint_ends_at), None
        row.next_at = _earliest(row)
        return
    calendar = wait_calendar(game, seat, row, absences)
    row.due_at = due_at(calendar, Pace(game.pace), row.since, row.left)
    row.halted = not elapsed(calendar, Pace(game.pace), row.since, row.since + _MOMENT)
    row.remind_at = _remind_at(row, game, seat, calendar)
    row.next_at = _earliest(row)


def _remind_at(row: Deadline, game: Game, seat: Seat, calendar: Calendar) -> datetime | None:
    """The time of the next reminder, or None if the person wants no more or that time has passed."""
    preferences = preferences_of(seat.held_by)
    most = MAX_REMINDERS if preferences.remind_repeat else 1
    if row.granted_by_id is not None:
        # Extra time allows another reminder.
        most += 1
    if row.reminders >= most:
        return None
    return reminder_at(row, Pace(game.pace), preferences, calendar, seat.held_by.time_zone, row.reminders)


def _clock_read(row: Deadline, game: Game, seat: Seat, absences: list[Absence], at: datetime) -> None:
    """Subtract the time until `at`, and add up absence. In a sprint the slow clock waited."""
    if game.sprints_at(row.since):
        row.since = max(row.since, at)
        return
    calendar = wait_calendar(game, seat, row, absences)
    row.left = _time_left(row, calendar, game, at)
    _spent_write(seat, absent_time(calendar, Pace(game.pace), row.since, at))
    row.since = max(row.since, at)


def _wait_ended(game: Game, acted: Seat | None, at: datetime) -> timedelta | None:
    """The time left of the wait that `acted` ended, if the turn may be taken back. Adds absence to the game's limit.
    Usually no query; one for people who took days off, one if the deadline was not fetched.
    """
    keeps = allows_undo(game)
    if acted is None or acted.held_by.is_bot or not (keeps or _took_days(acted.held_by)):
        return None
    row = game_deadline(game)
    if row is None or row.user_id != acted.held_by_id or game.sprints_at(row.since):
        return None
    calendar = wait_calendar(game, acted, row, _absences_in_wait(game, acted, row.since))
    _spent_write(acted, absent_time(calendar, Pace(game.pace), row.since, at))
    return _time_left(row, calendar, game, at) if keeps else None


def _time_left(row: Deadline, calendar: Calendar, game: Game, at: datetime) -> timedelta:
    return max(row.left - elapsed(calendar, Pace(game.pace), row.since, at), timedelta())


def _spent_write(seat: Seat, more: timedelta) -> None:
    if more:
        seat.absence_spent += more
        seat.save(update_fields=["absence_spent"])


def _absences_in_wait(game: Game, seat: Seat, since: datetime) -> list[Absence]:
    """The absences that may affect a wait, in order. No query for people who never took a day off."""
    return _absences_read(game, seat.held_by, since) if _took_days(seat.held_by) else []


def _took_days(user: User) -> bool:
    return not user.is_bot and preferences_of(user).vacation_counted_at is not None


def _absences_read(game: Game, user: User, since: datetime) -> list[Absence]:
    """The person's absences that may affect a wait from `since`; [] at paces whose clocks never stop. At most one
    query.
    """
    if not Pace(game.pace).may_stop:
        return []
    # A day earlier, as days depend on the time zone.
    first = (since - timedelta(days=1)).date()
    return list(Absence.objects.filter(user=user, last__gte=first).order_by("first"))
