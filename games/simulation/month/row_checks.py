"""The outcome of a simulated month's games and notifications, by their rows."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import groupby
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, Value

from games.clocks import Pace
from games.models import Game, GameEvent, Move, Notice, Seat, TakeBack
from games.simulation.month.mail_checks import Wait
from games.simulation.month.people import SimulatedPerson

# What is due for longer than this will never be done.
LATE = timedelta(hours=1)
OVER = (Game.Status.FINISHED, Game.Status.CANCELLED)
UNDONE = "undone"
LEFT = (GameEvent.Kind.RESIGN, GameEvent.Kind.HANDOVER)
_DAY = timedelta(days=1)


def games_stuck(at: datetime) -> Iterator[tuple[int, str]]:
    """Games that nothing moved on within their pace, and why."""
    for game in Game.objects.exclude(status__in=OVER).select_related("deadline"):
        reason = _stuck(game, at)
        if reason:
            yield game.pk, reason


def _stuck(game: Game, at: datetime) -> str:
    late = at - LATE
    since = game.waiting_since
    if game.status == Game.Status.OPEN:
        due = game.contributions_due_at
        return "it does not start" if due is not None and due < late else ""
    if game.status == Game.Status.RUNNING and game.bot_acts:
        return "its bot does not act" if since is None or since < late else ""
    next_at = game.deadline.next_at
    if next_at is None or next_at < late:
        return f"nobody looks after its wait (next at {next_at}, due at {game.deadline.due_at})"
    if since is not None and since + _longest_wait(game) < at:
        return f"it waits since {since}"
    return ""


def _longest_wait(game: Game) -> timedelta:
    """The longest wait for a turn: one and a half times the pace, and everything that may stop the clock."""
    pace = Pace(game.pace)
    longest = pace.length * 1.5
    if pace.counts_waking:
        # At least ten hours of a day count.
        longest = longest * 2.4 + _DAY
    if game.weekends_off:
        longest = longest * 1.4 + 2 * _DAY
    if pace.may_stop:
        # An absence, a granted day, and a night after the last of them.
        longest += 24 * _DAY
    return longest + (14 * _DAY if game.status == Game.Status.PAUSED else timedelta())


def only_bots_wait() -> Q:
    """A condition on rows of a person and a game: the game is against bots alone without a time limit, and its turns
    notify nobody.
    """
    others = Seat.objects.filter(game=OuterRef("game"), kind=Seat.Kind.PERSON).exclude(user=OuterRef("user"))
    return Q(game__pace=Game.Pace.NONE) & ~Q(Exists(others))


class _Step(NamedTuple):
    game: int
    version: int
    seat: int
    at: datetime
    kind: str
    pace: str
    is_turn: bool


def completed_waits(people: Iterable[int]) -> Iterator[Wait]:
    """Waits of these people between two turns without other events in between. Left out are a game's first, whose email
    may be about the start instead, those ended by planned turns, and those for which only bots wait: these need no
    email.
    """
    own = Seat.objects.filter(user__in=list(people), kind=Seat.Kind.PERSON)
    seats = {(seat.game_id, seat.number): seat.user_id for seat in own.exclude(only_bots_wait())}
    for game, steps in groupby(_steps(), key=lambda step: step.game):
        yield from _waits_in(game, list(steps), seats)


def _waits_in(game: int, steps: list[_Step], seats: Mapping[tuple[int, int], int]) -> Iterator[Wait]:
    left: set[int] = set()
    turns = others = 0
    before: _Step | None = None
    for step in steps:
        person = seats.get((game, step.seat))
        if before is not None and step.is_turn and step.version == before.version + 1:
            waited = person is not None and step.seat not in left and step.kind != Move.By.AUTO
            if waited and person is not None:
                occasion = (turns, before.version - turns - others, 0)
                yield Wait(person, game, occasion, before.at, step.at, _ran_out(step))
        if step.is_turn:
            turns += 1
        elif step.kind == UNDONE:
            # Neither the turn nor its take-back counts.
            turns -= 1
            others += 2
        elif step.kind in LEFT:
            others += 1
            left.add(step.seat)
        else:
            left.discard(step.seat)
        before = step if step.is_turn else None


def _steps() -> list[_Step]:
    moves = Move.objects.values_list("hand__game", "version", "seat", "created_at", "by", "hand__game__pace")
    events = GameEvent.objects.values_list("game", "version", "seat", "created_at", "kind", "game__pace")
    backs = TakeBack.objects.annotate(undone=Value(UNDONE)).values_list(
        "hand__game", "version", "kept", "created_at", "undone", "hand__game__pace"
    )
    others = [_Step(*row, is_turn=False) for row in [*events, *backs]]
    return sorted([_Step(*row, is_turn=True) for row in moves] + others)


def _ran_out(step: _Step) -> bool:
    """Whether the site took a person's turn after a day or more."""
    return step.kind in (Move.By.TIMEOUT, Move.By.BOT) and Pace(step.pace).length >= _DAY


def rows_open(at: datetime) -> Iterator[str]:
    rows = Notice.objects.filter(status__in=Notice.OPEN, due_at__lt=at - LATE)
    for row in rows:
        yield f"row {row.pk} ({row}) is {row.status}, due at {row.due_at}: {row.reason}"


def rows_lost(since: datetime, at: datetime, came: Collection[str]) -> Iterator[str]:
    """Email rows of that period that failed, or count as sent although no email came."""
    mails = Notice.objects.filter(channel=Notice.Channel.MAIL)
    for row in mails.filter(status=Notice.Status.FAILED, due_at__gt=since, due_at__lte=at):
        yield f"row {row.pk} ({row}) failed: {row.reason}"
    for row in mails.filter(sent_at__gt=since, sent_at__lte=at).select_related("game", "user"):
        if row.message_id not in came:
            yield f"row {row.pk} ({row}) was sent as {row.message_id} and did not arrive"


def rows_missing(since: datetime, at: datetime, people: Mapping[int, SimulatedPerson]) -> Iterator[str]:
    """Notifications that were never written. Accounts that ended since are left out: erased ones have no rows."""
    stay = {pk: person for pk, person in people.items() if not person.is_removed(at)}
    timed_out = Move.objects.filter(by=Move.By.TIMEOUT, created_at__gt=since, created_at__lte=at)
    for game, person, time in timed_out.values_list("hand__game", "actor", "created_at"):
        yield from _missing(stay, Notice.Kind.TIMEOUT, game, person, time)
    ended = Seat.objects.filter(game__status=Game.Status.FINISHED, resigned_at=None, kind=Seat.Kind.PERSON)
    ended = ended.filter(game__ended_at__gt=since, game__ended_at__lte=at)
    for game, person, end in ended.values_list("game", "user", "game__ended_at"):
        yield from _missing(stay, Notice.Kind.OVER, game, person, end)


def _missing(
    people: Mapping[int, SimulatedPerson], kind: Notice.Kind, game: int, user: int, at: datetime | None
) -> Iterator[str]:
    if at is None or user not in people or people[user].mail_choice(kind, at) == "off":
        return
    rows = Notice.objects.filter(kind=kind, game=game, user=user, created_at=at, channel=Notice.Channel.MAIL)
    if not rows.exists():
        yield f"no {kind} of game {game} for {user}, at {at}"


def uncertain_ids() -> list[str]:
    """Message-IDs of emails that may come twice, since a worker died."""
    return list(Notice.objects.filter(uncertain=True).values_list("message_id", flat=True))
