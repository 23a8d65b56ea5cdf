"""Rows that notifications are about, as services leave them."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from accounts.models import Appeal, Sanction, User
from games.daily.calendar import today
from games.daily.services import daily_hand
from games.lobby.services import NewGame
from games.models import (
    ChatLine,
    Game,
    Intervention,
    Notice,
    Publication,
    Report,
    StandingChange,
    StandingInvitation,
)
from games.people.preference_selectors import MANDATORY_KINDS
from games.standing.invitations import member_invite
from games.standing.services import table_change, table_create, table_join

WITHOUT_GAME = MANDATORY_KINDS | {Notice.Kind.TABLE, Notice.Kind.OPTIONS, Notice.Kind.HAND, Notice.Kind.MESSAGE}


def make_sanction(user: User, by: User, kind: str = "mute", **more: Any) -> Sanction:
    """Starts now, without end, unless `more` says otherwise."""
    row = {"reason": "You called others names.", "created_at": timezone.now()} | more
    return Sanction.objects.create(user=user, by=by, kind=kind, **row)


def make_appeal(sanction: Sanction, by: User, outcome: str = "upheld") -> Appeal:
    at = timezone.now()
    return Appeal.objects.create(
        sanction=sanction, text="It was a joke.", created_at=at, answered_at=at, answered_by=by, outcome=outcome,
        answer="Jokes end\nwhere others ask you to stop.",
    )  # fmt: skip


def make_report(reporter: User, accused: User, by: User, game: Game | None = None) -> Report:
    at = timezone.now()
    return Report.objects.create(
        kind="chat", reporter=reporter, accused=accused, game=game, text="He shouts.", created_at=at, status="judged",
        claimed_by=by, claimed_at=at, judged_at=at, outcome="acted", answer="It will not happen again.",
    )  # fmt: skip


def make_line(game: Game, user: User, text: str = "Well played") -> ChatLine:
    return ChatLine.objects.create(game=game, user=user, text=text, created_at=timezone.now())


def make_act(game: Game, by: User, kind: str, seat: int | None = None) -> Intervention:
    return Intervention.objects.create(
        game=game, kind=kind, by=by, seat=seat, version=game.version, reason="Somebody asked for it.",
        created_at=timezone.now(),
    )  # fmt: skip


def make_table_invitation(reader: User, other: User) -> StandingInvitation:
    table = table_create(owner=other, new=NewGame(seats=4, name="Thursday"))
    return member_invite(public_id=table.public_id, user=other, handle=reader.handle)


def make_table_change(reader: User, other: User) -> StandingChange:
    table = table_create(owner=other, new=NewGame(seats=4, name="Thursday"))
    table_join(token=table.invite_token, user=reader)
    table_change(public_id=table.public_id, user=other, new=NewGame(seats=4, name="Thursday", pace="3d"), goes_on=False)
    return StandingChange.objects.get(table=table)


def make_publication(game: Game, other: User) -> Publication:
    number = game.seats.get(user=other).number
    return Publication.objects.create(game=game, asked_by=number, agreed=[number], asked_at=timezone.now())


def about_of(kind: Notice.Kind, game: Game, reader: User, other: User) -> int:
    """Create the row that such a notification is about, and return its id; 0 if there is none."""
    match kind:
        case Notice.Kind.SANCTION:
            return make_sanction(reader, other).pk
        case Notice.Kind.APPEAL:
            return make_appeal(make_sanction(reader, other), other).pk
        case Notice.Kind.REPORT:
            return make_report(reader, other, other, game).pk
        case Notice.Kind.MENTION:
            return make_line(game, other).pk
        case Notice.Kind.TABLE:
            return make_table_invitation(reader, other).pk
        case Notice.Kind.HAND:
            return daily_hand(today()).hand_id
        case Notice.Kind.OPTIONS:
            return make_table_change(reader, other).pk
        case Notice.Kind.PUBLISH:
            return make_publication(game, other).pk
        case Notice.Kind.MESSAGE:
            at = timezone.now()
            return ChatLine.all_lines.create(user=other, reader=reader, text="Play tonight?", created_at=at).pk
    return 0
