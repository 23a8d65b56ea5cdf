"""The lobby's lists, as queries that are compiled once a process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.fast.queries import OTHER_SAMPLE_TIME, SAMPLE_DAY, SAMPLE_ID, SAMPLE_TIME, PreparedQuery, is_found
from accounts.models import User
from games.clocks import Pace
from games.lobby.standing_rows import invitations_of_person, rows_of_person
from games.models import Game, Hand, Invitation, Seat
from games.people.block_selectors import block_between
from games.play.open_games import held_in_open_games, owned_in_open_games
from games.web.paging import PreparedPages

RUNNING_PAGE: Final = 24
OPEN_PAGE: Final = 20
OFFERS_PAGE: Final = 20
INVITATIONS_PAGE: Final = 6
FINISHED: Final = 5

WAITS: Final = Q(game__status=Game.Status.RUNNING, game__to_act=F("number"))
_OTHER_PEOPLE: Final = Seat.objects.filter(game=OuterRef("game"), kind=Seat.Kind.PERSON).exclude(
    number=OuterRef("number")
)
UNHURRIED: Final = Q(game__pace=Game.Pace.NONE) & ~Exists(_OTHER_PEOPLE)
"""Against bots alone without a time limit: neither a person nor a clock waits for the turn."""
# By deadline, then by waiting time.
URGENT: Final = (F("game__deadline__due_at").asc(nulls_last=True), "game__waiting_since", "game_id")
_PLAYED: Final = (Game.Status.RUNNING, Game.Status.PAUSED)
_OVER: Final = (Game.Status.FINISHED, Game.Status.CANCELLED)


def seats_waiting(user: int) -> QuerySet[Seat]:
    """The account's seats whose turn it is, without unhurried games."""
    return Seat.objects.filter(held_in_open_games(user), WAITS, ~UNHURRIED)


def _in_game(user: int) -> QuerySet[Seat]:
    return Seat.objects.filter(owned_in_open_games(user), resigned_at__isnull=True, game__status__in=_PLAYED)


def _own(user: int) -> QuerySet[Seat]:
    waits = _in_game(user).annotate(unhurried=UNHURRIED, waits=WAITS & Q(held_by_id=F("user_id")))
    return waits.select_related("game__deadline").order_by("unhurried", "-waits", *URGENT)


@dataclass(frozen=True)
class OpenFilter:
    """A filter of open games; None shows all. `live`: at a live pace, or slower."""

    seats: int | None = None
    live: bool | None = None
    rated: bool | None = None


ALL: Final = OpenFilter()


def open_offers_of(viewer: int | None, wanted: OpenFilter = ALL) -> QuerySet[Game]:
    games = Game.objects.filter(status=Game.Status.OPEN, visibility=Game.Visibility.PUBLIC, full_at__isnull=True)
    if viewer is not None:
        games = games.filter(~block_between(User(pk=viewer), "host"))
    if wanted.seats is not None:
        games = games.filter(seats_count=wanted.seats)
    if wanted.live is not None:
        games = games.filter(pace__in=[pace.value for pace in Pace if pace.is_live is wanted.live])
    if wanted.rated is not None:
        games = games.filter(rated=wanted.rated)
    return games.select_related("host").order_by("-created_at", "-pk")


def _invitations(user: int) -> QuerySet[Invitation]:
    person = User(pk=user)
    rows = Invitation.objects.filter(
        ~is_found(Seat.objects.filter(game=OuterRef("game"), user_id=user)),
        ~block_between(person, "invited_by"),
        ~block_between(person, "game__host"),
        user_id=user,
        declined_at__isnull=True,
        game__status=Game.Status.OPEN,
        game__full_at__isnull=True,
    )
    return rows.select_related("game", "invited_by").order_by("-created_at", "-pk")


WAITING: Final = PreparedQuery(
    lambda user: seats_waiting(user).values_list("game__public_id"),
    user=SAMPLE_ID,
)
OWN: Final = PreparedPages(_own, RUNNING_PAGE, user=SAMPLE_ID)
HANDS: Final = PreparedQuery(
    lambda user: Hand.objects.filter(game_id__in=_in_game(user).values("game_id"), ended_at__isnull=True).defer("deck"),
    user=SAMPLE_ID,
)
OFFERS: Final = PreparedPages(
    lambda user: (
        Seat.objects.filter(owned_in_open_games(user), resigned_at__isnull=True, game__status=Game.Status.OPEN)
        .select_related("game__host")
        .order_by("-game_id")
    ),
    OPEN_PAGE,
    user=SAMPLE_ID,
)
OPEN: Final = PreparedPages(lambda: open_offers_of(None), OFFERS_PAGE)
OPEN_TO: Final = PreparedPages(open_offers_of, OFFERS_PAGE, viewer=SAMPLE_ID)
PUBLIC: Final = PreparedPages(
    lambda: Game.objects.filter(
        status__in=_PLAYED, visibility=Game.Visibility.PUBLIC, deadline__active_at__isnull=False
    ).order_by("-deadline__active_at", "-pk"),
    OFFERS_PAGE,
)
ENDED: Final = PreparedPages(lambda: Game.objects.filter(status__in=_OVER).order_by("-pk"), OFFERS_PAGE)
INVITATIONS: Final = PreparedPages(_invitations, INVITATIONS_PAGE, user=SAMPLE_ID)
OWN_WAITS: Final = PreparedQuery(
    lambda user, at, since, day: (
        User.objects.filter(pk=user)
        .select_related("queue_entry")
        .only("pk", *(f"queue_entry__{name}" for name in ("user", "seats_count", "pace", "created_at")))
        .annotate(standing=rows_of_person(at, since, day), invited=invitations_of_person())
    ),
    user=SAMPLE_ID,
    at=SAMPLE_TIME,
    since=OTHER_SAMPLE_TIME,
    day=SAMPLE_DAY,
)
"""The account with its entry in the queue, and with `standing`: its standing tables; `invited`: invitations to some."""
FINISHED_SEATS: Final = PreparedQuery(
    lambda user: (
        Seat.objects.filter(
            user_id=user, kind=Seat.Kind.PERSON, ended_at__isnull=False, game__status=Game.Status.FINISHED
        )
        .select_related("game")
        .order_by("-ended_at", "-pk")[:FINISHED]
    ),
    user=SAMPLE_ID,
)
