"""Facts of an email about a game: public ones, and the reader's cards if they opted in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse

from accounts.models import User
from accounts.staff.reasons import reason_named
from games.chat.turn_notes import note_author
from games.clocks import Pace
from games.engine import Card, observe, set_value, state_from_json
from games.models import Deadline, Game, Hand, Intervention, Notice, Publication, Seat
from games.notices.links.unsubscribe_tokens import stop_link
from games.notices.mail.lines import RecentEvents, SeatLine
from games.notices.mail.recent_events import recent_events
from games.notices.subjects import (
    ACT_EFFECTS,
    ACT_EFFECTS_ON_READER,
    PAUSE_THAT_ENDS,
    READER_REPLACED,
    mention_line,
    notice_act,
    notice_path,
    publication_asked,
)
from games.people.preference_selectors import preferences_of
from games.play.selectors import seat_names

WITH_NOTE: Final = (Notice.Kind.TURN, Notice.Kind.REMINDER)
WITH_PROOF: Final = (Notice.Kind.INVITATION, Notice.Kind.JOINED, Notice.Kind.STARTED, Notice.Kind.TURN)


@dataclass(frozen=True)
class MailFacts:
    def context(self) -> dict[str, object]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True)
class MailFrame(MailFacts):
    """The frame of an email. `stop_link`: "" for emails that cannot be switched off."""

    reader: str
    site: str
    stop_link: str
    settings_link: str


@dataclass(frozen=True, slots=True)
class Table:
    hand: int
    round: int
    cards: tuple[Card, ...]
    value: int
    owner: SeatLine | None
    waiting_since: datetime | None


@dataclass(frozen=True, slots=True)
class Act:
    kind: str
    reason: str
    effect: str


@dataclass(frozen=True)
class GameMail(MailFacts):
    """A game as one reader may see it. `turn_link`: plays the turn without a login, or "". `mine`: the reader's seat.
    `free`: free seats. `deadline`: the reader's running clock; `until`: its end, if shown. `leader`: of the first hand,
    before its first turn. `proof`: the link to the deal's page, or "". `noter`: the author of a note that waits for the
    reader, or "". `inviter`, `namer`, `act`, `asker` and `asked_hand`: in emails of one kind each.
    """

    kind: str
    title: str
    game: Game
    address: str
    turn_link: str
    seats: list[SeatLine]
    mine: SeatLine | None
    free: int
    table: Table | None
    cards: tuple[Card, ...]
    deadline: Deadline | None
    until: datetime | None
    since: RecentEvents
    wishers: list[SeatLine]
    winners: list[SeatLine]
    proof: str
    removed: list[str]
    leader: SeatLine | None
    noter: str
    inviter: str
    namer: str
    act: Act | None
    asker: str
    asked_hand: int | None


def game_mail(notice: Notice, turn_link: str = "") -> GameMail:
    """The facts of an email about a game. At most ten queries."""
    game = Game.objects.select_related("host").get(pk=notice.of_game.pk)
    deadline = _deadline(game, notice)
    hand = Hand.objects.filter(game=game, ended_at__isnull=True).first()
    rows = list(game.seats.select_related("user__preferences").order_by("number"))
    seats = _seats(game, rows, hand, notice)
    request: Publication | None = publication_asked(notice)
    reader = next((row for row in rows if row.kind == Seat.Kind.PERSON and row.user_id == notice.user_id), None)
    return GameMail(
        kind=notice.kind,
        title=game.title,
        game=game,
        address=settings.PUBLIC_URL + notice_path(notice),
        turn_link=turn_link,
        seats=seats,
        mine=next((seat for seat in seats if seat.is_reader), None),
        free=game.seats_count - len(seats),
        table=_table(game, hand, seats) if hand is not None else None,
        cards=_cards(hand, reader, notice),
        deadline=deadline,
        until=deadline.due_at if deadline is not None and _shows_deadline(game, notice) else None,
        since=recent_events(game, seats, reader),
        wishers=[seat for seat in seats if seat.wishes],
        winners=[seat for seat in seats if seat.won],
        proof=_proof(game, notice),
        removed=list(game.removed),
        leader=_first_leader(game, hand, seats),
        noter=_noter(notice, game, reader, rows),
        inviter=_inviter(notice),
        namer=_namer(notice),
        act=_act(notice, game, seats),
        asker=seats[request.asked_by].name if request is not None else "",
        asked_hand=request.hand if request is not None else None,
    )


def mail_frame(user: User, what: Notice.Kind | Notice.Digest | None) -> MailFrame:
    """The frame of the reader's email. `what`: the kind or digest that the link in it stops; None if it cannot be
    stopped.
    """
    return MailFrame(
        reader=user.name,
        site=settings.PUBLIC_URL,
        stop_link=stop_link(user, what) if what is not None else "",
        settings_link=settings.PUBLIC_URL + reverse("games:notices"),
    )


def _seats(game: Game, rows: Sequence[Seat], hand: Hand | None, notice: Notice) -> list[SeatLine]:
    lines = [_seat_line(seat, name, notice) for seat, name in zip(rows, seat_names(rows), strict=True)]
    if hand is None:
        return lines
    view = observe(state_from_json(hand.state), None)
    return [
        replace(
            line,
            cards=view.sizes[line.number],
            acts=game.to_act == line.number,
            passed=line.number in view.passes,
        )
        for line in lines
    ]


def _seat_line(seat: Seat, name: str, notice: Notice) -> SeatLine:
    return SeatLine(
        number=seat.number,
        name=name,
        is_reader=seat.user_id == notice.user_id,
        is_bot=seat.kind == Seat.Kind.BOT,
        points=seat.points,
        resigned=seat.resigned_at is not None,
        kept=seat.resigned_at is None and seat.held_by_id != seat.user_id,
        won=seat.is_winner,
        wishes=seat.pause_wanted_at is not None,
    )


def _table(game: Game, hand: Hand, seats: list[SeatLine]) -> Table:
    view = observe(state_from_json(hand.state), None)
    return Table(
        hand=hand.number,
        round=view.round,
        cards=view.table,
        value=set_value(view.table) if view.table else 0,
        owner=seats[view.table_seat] if view.table_seat is not None else None,
        waiting_since=game.waiting_since,
    )


def _cards(hand: Hand | None, reader: Seat | None, notice: Notice) -> tuple[Card, ...]:
    """The reader's cards, if they play the seat and want cards in emails; else ()."""
    if hand is None or reader is None or reader.held_by_id != notice.user_id:
        return ()
    if not preferences_of(notice.user).mail_cards:
        return ()
    return tuple(sorted(observe(state_from_json(hand.state), reader.number).cards))


def _first_leader(game: Game, hand: Hand | None, seats: Sequence[SeatLine]) -> SeatLine | None:
    """The leader of the first hand, until they have led."""
    if game.first_leader is None or hand is None or hand.number > 1 or hand.turns_count:
        return None
    return seats[game.first_leader]


def _deadline(game: Game, notice: Notice) -> Deadline | None:
    row = Deadline.objects.filter(pk=game.pk, user=notice.user_id, due_at__isnull=False).first()
    return row if game.status == Game.Status.RUNNING else None


def _shows_deadline(game: Game, notice: Notice) -> bool:
    """Whether the email shows the deadline. Without a pace only reminders do. In live games emails about time-outs and
    digests don't, because they are read after the next turn's time.
    """
    pace = Pace(game.pace)
    if pace is Pace.NONE:
        return notice.kind == Notice.Kind.REMINDER
    return not (pace.is_live and (notice.kind == Notice.Kind.TIMEOUT or notice.digest))


def _proof(game: Game, notice: Notice) -> str:
    """The link to the deal's page, with the fingerprint, or the anchor before the start (FAIRDEAL.md, 3). So each
    player has it outside the site. After the start a person gets it once.
    """
    if notice.kind not in WITH_PROOF or (notice.kind == Notice.Kind.TURN and _has_fingerprint(notice)):
        return ""
    mark = {"fingerprint": game.fingerprint} if game.fingerprint else {"anchor": game.anchor}
    return f"{settings.PUBLIC_URL}{reverse('games:deal', args=[game.public_id])}?{urlencode(mark)}"


def _has_fingerprint(notice: Notice) -> bool:
    told = Notice.objects.filter(
        game=notice.game_id,
        user=notice.user_id,
        channel=Notice.Channel.MAIL,
        status=Notice.Status.SENT,
        kind__in=(Notice.Kind.TURN, Notice.Kind.STARTED),
    )
    return told.exclude(pk=notice.pk).exists()


def _act(notice: Notice, game: Game, seats: Sequence[SeatLine]) -> Act | None:
    act = notice_act(notice)
    if act is None:
        return None
    return Act(act.kind, reason_named(act.reason), _effect(act, game, seats))


def _effect(act: Intervention, game: Game, seats: Sequence[SeatLine]) -> str:
    if act.kind == Intervention.Kind.PAUSE and game.pause_ends_at is not None:
        return str(PAUSE_THAT_ENDS)
    if act.seat is None:
        return str(ACT_EFFECTS[act.kind])
    seat = seats[act.seat]
    names = {"name": seat.name, "seat": seat.number + 1}
    if seat.is_reader and act.kind in ACT_EFFECTS_ON_READER:
        return str(ACT_EFFECTS_ON_READER[act.kind])
    if act.kind == Intervention.Kind.REPLACE and not any(other.is_reader for other in seats):
        return str(READER_REPLACED) % names
    return str(ACT_EFFECTS[act.kind]) % names


def _noter(notice: Notice, game: Game, reader: Seat | None, rows: Sequence[Seat]) -> str:
    """The author of the note that came with the turn before. Its words stay at the table, where its author may be muted
    and staff may hide it. One query.
    """
    author = note_author(game, reader) if reader is not None and notice.kind in WITH_NOTE else None
    return next((row.user.name for row in rows if row.user_id == author), "")


def _namer(notice: Notice) -> str:
    """The person who mentioned the reader."""
    line = mention_line(notice)
    return line.user.name if line is not None else ""


def _inviter(notice: Notice) -> str:
    if notice.kind != Notice.Kind.INVITATION:
        return ""
    invitation = notice.of_game.invitations.select_related("invited_by").filter(user=notice.user_id).first()
    return invitation.invited_by.name if invitation is not None else ""
