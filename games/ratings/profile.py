"""A player's public profile."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Lower

from accounts.models import User
from games.lobby.selectors import seats_prefetch
from games.models import Game, Pool, Seat
from games.web.paging import Page, paged

RESULTS_PAGE = 20
RUNNING_SHOWN = 10


@dataclass(frozen=True)
class Tally:
    """`won`: alone or shared."""

    pool: Pool
    seats: int
    played: int
    won: int


def player(handle: str) -> User | None:
    """By handle in any case, bots too; None for erased accounts."""
    found = User.objects.alias(lower=Lower("handle")).filter(lower=handle.lower(), erased_at__isnull=True)
    return found.select_related("bot_account", "merged_into").first()


def tallies(user: User) -> list[Tally]:
    """Includes private games and merged accounts. One query."""
    bots = Seat.objects.filter(game=OuterRef("game"), kind=Seat.Kind.BOT)
    rows = (
        Seat.objects.filter(seats_of_person(user), game__status=Game.Status.FINISHED)
        # For a bot's own tallies every game has bots.
        .annotate(with_bots=Value(True) if user.is_bot else Exists(bots))
        .values_list("with_bots", "game__seats_count")
        .annotate(played=Count("game", distinct=True), won=Count("game", distinct=True, filter=Q(is_winner=True)))
        .order_by("with_bots", "game__seats_count")
    )
    return [
        Tally(Pool.BOTS if with_bots else Pool.PEOPLE, seats, played, won) for with_bots, seats, played, won in rows
    ]


def seats_of_person(user: User) -> Q:
    return Q(user__in=User.objects.filter(Q(pk=user.pk) | Q(merged_into=user)).values("pk"))


def seats_seen_by(user: User, viewer: User | None) -> QuerySet[Seat]:
    """Public games, and those where the viewer had a seat."""
    seen = Q(game__visibility=Game.Visibility.PUBLIC)
    if viewer is not None:
        seen |= Q(Exists(Seat.objects.filter(game=OuterRef("game"), user=viewer)))
    seats = Seat.objects.filter(seen, seats_of_person(user))
    if user.is_bot:
        # A bot may hold several seats of a game: list it once.
        lower = Seat.objects.filter(game=OuterRef("game"), user=user, number__lt=OuterRef("number"))
        seats = seats.filter(~Exists(lower))
    return seats


def with_people(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """One query more."""
    return seats.select_related("game").prefetch_related(seats_prefetch("game__seats"))


def results(user: User, viewer: User | None, number: int = 1) -> Page[Seat]:
    """Finished games, latest first. Two queries."""
    seats = seats_seen_by(user, viewer).filter(game__status=Game.Status.FINISHED)
    return paged(with_people(seats).order_by("-game__ended_at", "-pk"), number, RESULTS_PAGE)


def running_tables(user: User, viewer: User | None) -> list[Seat]:
    """Games in play, latest turn first. Two queries."""
    being_played = (Game.Status.RUNNING, Game.Status.PAUSED)
    seats = seats_seen_by(user, viewer).filter(game__status__in=being_played, resigned_at__isnull=True)
    return list(with_people(seats).order_by("-game__changed_at", "-pk")[:RUNNING_SHOWN])
