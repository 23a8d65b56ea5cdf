"""Standing tables on their members' home pages: which could begin their next game, which ask something, and
invitations to others.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import JSONObject

from games.clocks import Pace
from games.models import Absence, Game, PersonMark, Seat, StandingGame, StandingInvitation, StandingMember
from games.models.default_titles import default_title
from games.people.friend_selectors import shown_online

BEGUN: Final = Q(game__status__in=(Game.Status.RUNNING, Game.Status.PAUSED))
CURRENT: Final = BEGUN | Q(game__status=Game.Status.OPEN, game__full_at__isnull=False)
"""The game of a table that runs, or starts within a minute. One that a player left since is given up."""
VANISHED: Final = Exists(
    Seat.objects.filter(
        ~Q(held_by=F("user")) | Q(timeouts__gt=0),
        user=OuterRef("user"),
        game__standing__table=OuterRef("table"),
        game__status=Game.Status.FINISHED,
        game__ended_at__gt=OuterRef("in_since"),
    )
)
"""Whether a member did not finish a game since they were in: a stand-in bot did, or their time had run out."""
_LIVE: Final = tuple(pace.value for pace in Pace if pace.is_live)


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A table of the person. `asks`: its pace or rating has changed, and the person sits out until they agree;
    otherwise its last game is over and another can begin.
    """

    public_id: str
    title: str
    asks: bool


@dataclass(frozen=True, slots=True)
class StandingInvitationRow:
    """An invitation to a standing table. `token`: of the table's link, which shows the table and joins it."""

    public_id: str
    title: str
    token: str
    inviter: str


def invitation_rows(found: list[dict[str, Any]]) -> tuple[StandingInvitationRow, ...]:
    """The rows of `invitations_of_person`, newest first."""
    return tuple(
        StandingInvitationRow(row["id"], row["name"] or default_title(row["id"]), row["link"], row["inviter"])
        for row in found
    )


def invitations_of_person() -> ArraySubquery:
    """Open invitations to the account of the outer query, as objects, without those of people with a block between
    them, or whose owner has blocked the person.
    """
    blocks = PersonMark.objects.filter(kind=PersonMark.Kind.BLOCK)
    user, inviter = OuterRef("user"), OuterRef("invited_by")
    between = blocks.filter(Q(user=user, other=inviter) | Q(user=inviter, other=user))
    kept_out = blocks.filter(user=OuterRef("table__owner"), other=user)
    shown = StandingInvitation.objects.filter(
        ~Exists(between), ~Exists(kept_out), user=OuterRef("pk"), declined_at__isnull=True, barred_at__isnull=True
    )
    row = JSONObject(
        id="table__public_id", name="table__name", link="table__invite_token", inviter="invited_by__handle"
    )
    return ArraySubquery(shown.order_by("-created_at", "-pk").values_list(row))


def standing_rows(found: list[dict[str, Any]]) -> tuple[StandingRow, ...]:
    """The rows of `rows_of_person`, those that ask first."""
    rows = (StandingRow(row["id"], row["name"] or default_title(row["id"]), row["asks"]) for row in found)
    return tuple(sorted(rows, key=lambda row: not row.asks))


def rows_of_person(at: datetime, since: datetime, day: date) -> ArraySubquery:
    """The tables to show to the account of the outer query, as objects, for the query that the home page asks anyway.
    `since`: who looked later is online. A block or a limit of games may still refuse the game.
    """
    asks = Q(unasked=StandingMember.Unasked.CHANGED)
    others = StandingMember.objects.filter(_is_in(at, day), _may_be_present(since), table=OuterRef("table"))
    games = StandingGame.objects.filter(table=OuterRef("table"))
    can_begin = Exists(games) & ~Exists(games.filter(CURRENT)) & Exists(others.exclude(user=OuterRef("user")))
    mine: QuerySet[StandingMember] = StandingMember.objects.filter(user=OuterRef("pk")).annotate(asks=asks)
    shown = mine.filter(Q(asks=True) | _is_in(at, day) & Q(can_begin)).order_by("table")
    return ArraySubquery(shown.values_list(JSONObject(id="table__public_id", name="table__name", asks="asks")))


def _is_in(at: datetime, day: date) -> Q:
    """Whether a member would play, as far as their own row and account tell."""
    away = Absence.objects.filter(user=OuterRef("user"), first__lte=day, last__gte=day)
    stays = Q(out_until__isnull=True) | Q(out_until__lte=at)
    free = Q(user__is_active=True)
    for column in ("user__barred_until", "user__suspended_until"):
        free &= Q(**{f"{column}__isnull": True}) | Q(**{f"{column}__lte": at})
    return stays & free & Q(unasked="") & ~Q(VANISHED) & ~Q(Exists(away))


def _may_be_present(since: datetime) -> Q:
    """Whether the table's games are slow, or the member is here."""
    return ~Q(table__pace__in=_LIVE) | Q(looked_at__gt=since) | shown_online("user", since)
