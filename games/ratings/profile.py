"""A player's public profile."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Lower

from accounts.fast.pipeline import pipeline
from accounts.fast.queries import OTHER_SAMPLE_ID, SAMPLE_ID, PreparedQuery
from accounts.models import User
from games.lobby.selectors import seats_fetch
from games.models import Game, Pool, Seat
from games.web.paging import Page, PreparedPages

RESULTS_PAGE = 20
RUNNING_SHOWN = 10
_PLAYER: Final = PreparedQuery(
    lambda handle: (
        User.objects.alias(lower=Lower("handle"))
        .filter(lower=handle, erased_at__isnull=True)
        .select_related("bot_account", "merged_into", "duplicate_rating")
    ),
    handle="(a handle)",
)
_PLAYED: Final = (Game.Status.RUNNING, Game.Status.PAUSED)


@dataclass(frozen=True)
class PoolTally:
    """A count of games. `won`: alone or shared."""

    pool: Pool
    seats: int
    played: int
    won: int


def player(handle: str) -> User | None:
    """The player with this username in any case, including bots; None for erased accounts."""
    return next(iter(_PLAYER.fetch(handle=handle.lower())), None)


def tallies(user: User) -> list[PoolTally]:
    """The player's counts, including private games and merged accounts. One query."""
    rows = _tallies(is_bot=user.is_bot).fetch(user=user.pk)
    return [
        PoolTally(Pool.BOTS if with_bots else Pool.PEOPLE, seats, played, won) for with_bots, seats, played, won in rows
    ]


@cache
def _tallies(*, is_bot: bool) -> PreparedQuery[tuple[bool, int, int, int]]:
    bots = Seat.objects.filter(game=OuterRef("game"), kind=Seat.Kind.BOT)
    return PreparedQuery(
        lambda user: (
            Seat.objects.filter(seats_of_person(User(pk=user)), game__status=Game.Status.FINISHED)
            # For a bot's own tallies every game has bots.
            .annotate(with_bots=Value(True) if is_bot else Exists(bots))
            .values_list("with_bots", "game__seats_count")
            .annotate(played=Count("game", distinct=True), won=Count("game", distinct=True, filter=Q(is_winner=True)))
            .order_by("with_bots", "game__seats_count")
        ),
        user=SAMPLE_ID,
    )


def seats_of_person(user: User) -> Q:
    return Q(user__in=User.objects.filter(Q(pk=user.pk) | Q(merged_into=user)).values("pk"))


def seats_seen_by(user: User, viewer: User | None) -> QuerySet[Seat]:
    """The user's seats in public games, and in those where the viewer had a seat."""
    seen = Q(game__visibility=Game.Visibility.PUBLIC)
    if viewer is not None:
        seen |= Q(Exists(Seat.objects.filter(game=OuterRef("game"), user=viewer)))
    seats = Seat.objects.filter(seen, seats_of_person(user))
    if user.is_bot:
        # A bot may hold several seats of a game: list it once.
        lower = Seat.objects.filter(game=OuterRef("game"), user=user, number__lt=OuterRef("number"))
        seats = seats.filter(~Exists(lower))
    return seats


def games_of(user: User, viewer: User | None, number: int = 1) -> tuple[list[Seat], Page[Seat]]:
    """The person's running games, latest turn first, and a page of finished ones, latest first. Three queries, in two
    round trips.
    """
    people = {"user": user.pk} if viewer is None else {"user": user.pk, "viewer": viewer.pk}
    kind = {"is_bot": user.is_bot, "viewed": viewer is not None}
    with pipeline():
        played, over = _running(**kind).send(**people), _results(**kind).send(number, **people)
    running, results = played.fetch(), over.fetch()
    seats_fetch([seat.game for seat in (*running, *results.items)])
    return running, results


@cache
def _results(*, is_bot: bool, viewed: bool) -> PreparedPages[Seat]:
    def make(user: int, viewer: int | None = None) -> QuerySet[Seat]:
        seats = _seen(user, viewer, is_bot=is_bot).filter(game__status=Game.Status.FINISHED)
        return seats.select_related("game").order_by("-game__ended_at", "-pk")

    return PreparedPages(make, RESULTS_PAGE, **profile_samples(viewed=viewed))


@cache
def _running(*, is_bot: bool, viewed: bool) -> PreparedQuery[Seat]:
    def make(user: int, viewer: int | None = None) -> QuerySet[Seat]:
        seats = _seen(user, viewer, is_bot=is_bot).filter(game__status__in=_PLAYED, resigned_at__isnull=True)
        return seats.select_related("game").order_by("-game__changed_at", "-pk")[:RUNNING_SHOWN]

    return PreparedQuery(make, **profile_samples(viewed=viewed))


def _seen(user: int, viewer: int | None, *, is_bot: bool) -> QuerySet[Seat]:
    return seats_seen_by(User(pk=user, is_bot=is_bot), None if viewer is None else User(pk=viewer))


def profile_samples(*, viewed: bool) -> dict[str, int]:
    """Sample parameters for prepared queries of `seats_seen_by`."""
    return {"user": SAMPLE_ID, "viewer": OTHER_SAMPLE_ID} if viewed else {"user": SAMPLE_ID}
