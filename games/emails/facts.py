"""What mails tell of a game: what everyone at the table sees, and their own cards to who wants them in mails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse

from accounts.models import User
from accounts.reasons import reason_named
from games.clocks import Pace
from games.emails.happenings import happenings_of
from games.engine import Card, fairdeal, observe, state_from_json, value_of
from games.models import Deadline, Game, Hand, Notice, Seat
from games.selectors.mail_lines import SeatLine
from games.selectors.names import seat_names
from games.selectors.preferences import preferences_of
from games.selectors.stop_links import stop_link
from games.selectors.told import ACT_WORDS, act_of, line_of


@dataclass(frozen=True, slots=True)
class Table:
    """The table as all see it: the set that lies there, if any, its value, and who laid it."""

    hand: int
    round: int
    cards: tuple[Card, ...]
    value: int
    owner: SeatLine | None
    waiting_since: datetime | None


def facts_of(notice: Notice, turn_link: str = "") -> dict[str, Any]:
    """The names that a notice's templates know, as things are now. At most nine queries.

    `turn_link`: where the turn can be taken without a login, if it can.
    """
    game = Game.objects.select_related("host").get(pk=notice.of_game.pk)
    deadline = _deadline(game, notice)
    hand = Hand.objects.filter(game=game, ended_at__isnull=True).first()
    rows = list(game.seats.select_related("user__preferences").order_by("number"))
    seats = _seats(game, rows, hand, notice)
    reader = next((row for row in rows if row.kind == Seat.Kind.PERSON and row.user_id == notice.user_id), None)
    return {
        "kind": notice.kind,
        "reader": notice.user.name,
        "title": game.title,
        "game": game,
        "address": settings.PUBLIC_URL + reverse("games:table", args=[game.public_id]),
        "turn_link": turn_link,
        "seats": seats,
        "mine": next((seat for seat in seats if seat.is_reader), None),
        "free": game.seats_count - len(seats),
        "table": _table(game, hand, seats) if hand is not None else None,
        "cards": _cards(hand, reader, notice),
        "deadline": deadline,
        "until": deadline.due_at if deadline is not None and _tells_until(game, notice) else None,
        "since": happenings_of(game, seats, reader),
        "wishers": [seat for seat in seats if seat.wishes],
        "winners": [seat for seat in seats if seat.won],
        "protocol": fairdeal.PROTOCOL,
        "removed": list(game.removed),
        "leader": seats[game.first_leader] if game.first_leader is not None else None,
        "inviter": _inviter(notice),
        "namer": _namer(notice),
        **_act(notice, seats),
        "opening": _tells_opening(notice),
    }


def frame_of(user: User, what: Notice.Kind | Notice.Digest | None) -> dict[str, Any]:
    """What stands in the frame of every mail: the site, and the ways to hear less of it.

    `what` is that which its link stops; None for mails that nobody can switch off.
    """
    return {
        "reader": user.name,
        "site": settings.PUBLIC_URL,
        "stop_link": stop_link(user, what) if what is not None else "",
        "settings_link": settings.PUBLIC_URL + reverse("games:notices"),
    }


def _seats(game: Game, rows: Sequence[Seat], hand: Hand | None, notice: Notice) -> list[SeatLine]:
    lines = [_line(seat, name, notice) for seat, name in zip(rows, seat_names(rows), strict=True)]
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


def _line(seat: Seat, name: str, notice: Notice) -> SeatLine:
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
        contribution=seat.contributed.hex(),
        answered=seat.answered_at is not None,
    )


def _table(game: Game, hand: Hand, seats: list[SeatLine]) -> Table:
    view = observe(state_from_json(hand.state), None)
    return Table(
        hand=hand.number,
        round=view.round,
        cards=view.table,
        value=value_of(view.table) if view.table else 0,
        owner=seats[view.table_seat] if view.table_seat is not None else None,
        waiting_since=game.waiting_since,
    )


def _cards(hand: Hand | None, reader: Seat | None, notice: Notice) -> tuple[Card, ...]:
    """The reader's own cards, for who wants them in the mail and holds the seat; else none."""
    if hand is None or reader is None or reader.held_by_id != notice.user_id:
        return ()
    if not preferences_of(notice.user).mail_cards:
        return ()
    return tuple(sorted(observe(state_from_json(hand.state), reader.number).cards))


def _deadline(game: Game, notice: Notice) -> Deadline | None:
    """The clock that runs for the reader now, if one does."""
    row = Deadline.objects.filter(pk=game.pk, user=notice.user_id, due_at__isnull=False).first()
    return row if game.status == Game.Status.RUNNING else None


def _tells_until(game: Game, notice: Notice) -> bool:
    """Whether the mail says by when the turn must be taken.

    Without a pace only the reminder of an idle game does. Where a turn takes minutes, the next one's time is over
    before anybody reads what became of the last, or a collected mail.
    """
    pace = Pace(game.pace)
    if pace is Pace.NONE:
        return notice.kind == Notice.Kind.REMINDER
    return not (pace.is_live and (notice.kind == Notice.Kind.TIMEOUT or notice.digest))


def _tells_opening(notice: Notice) -> bool:
    """Whether the mail must carry what the fingerprint covers (FAIRDEAL, point 3), once for each person.

    The mail of the start does; where a turn's mail came in its stead, the first of these.
    """
    if notice.kind != Notice.Kind.TURN:
        return notice.kind == Notice.Kind.STARTED
    told = Notice.objects.filter(
        game=notice.game_id,
        user=notice.user_id,
        channel=Notice.Channel.MAIL,
        status=Notice.Status.SENT,
        kind__in=(Notice.Kind.TURN, Notice.Kind.STARTED),
    )
    return not told.exclude(pk=notice.pk).exists()


def _act(notice: Notice, seats: Sequence[SeatLine]) -> dict[str, Any]:
    """What a moderator did to the game, to which seat, and in a few words; no act in mails of other kinds."""
    act = act_of(notice)
    if act is None:
        return {"act": None}
    seat = seats[act.seat] if act.seat is not None else None
    act.reason = reason_named(act.reason)
    return {"act": act, "act_seat": seat, "act_words": str(ACT_WORDS[act.kind]) % {"title": notice.of_game.title}}


def _namer(notice: Notice) -> str:
    """Who named the reader in a chat; empty in mails of other kinds."""
    line = line_of(notice)
    return line.user.name if line is not None else ""


def _inviter(notice: Notice) -> str:
    """Who invited the reader by name; empty in mails of other kinds."""
    if notice.kind != Notice.Kind.INVITATION:
        return ""
    invitation = notice.of_game.invitations.select_related("invited_by").filter(user=notice.user_id).first()
    return invitation.invited_by.name if invitation is not None else ""
