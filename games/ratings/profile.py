"""A player's public profile."""

from functools import cache
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower

from accounts.fast.pipeline import pipeline
from accounts.fast.queries import OTHER_SAMPLE_ID, SAMPLE_ID, SAMPLE_IDS, Parameter, PreparedQuery, equals_any, is_found
from accounts.models import User
from games.lobby.selectors import seats_fetch
from games.models import Game, PlayerTally, Seat
from games.play.account_turns import own_accounts
from games.play.open_games import held_in_open_games, owned_in_open_games
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
_TALLIES: Final = PreparedQuery(
    lambda user: PlayerTally.objects.filter(user_id=user).order_by("-pool", "seats"), user=SAMPLE_ID
)
_PLAYED: Final = (Game.Status.RUNNING, Game.Status.PAUSED)


def player(handle: str) -> User | None:
    """The player with this username in any case, including bots; None for erased accounts."""
    return next(iter(_PLAYER.fetch(handle=handle.lower())), None)


def tallies(user: User) -> list[PlayerTally]:
    """The player's counts, including private games and merged accounts; people first, fewest seats first. One query."""
    return _TALLIES.fetch(user=user.pk)


def accounts_of(user: User) -> int | list[int]:
    """The player's account, or a list if others were merged into it. PostgreSQL reads an index in its order for one
    account alone. One query.
    """
    own = sorted(own_accounts(user.pk))
    return own if len(own) > 1 else user.pk


def seats_seen_by(own: int | list[int], viewer: User | None, *, is_bot: bool) -> QuerySet[Seat]:
    """The seats of one player's accounts in public games, and in those where the viewer had a seat."""
    seen = Q(game__visibility=Game.Visibility.PUBLIC)
    if viewer is not None:
        seen |= Q(is_found(Seat.objects.filter(game=OuterRef("game"), user=viewer)))
    seats = Seat.objects.filter(seen, Q(user_id=own) if isinstance(own, int) else equals_any("user_id", own))
    if is_bot:
        # A bot may hold several seats of a game: list it once.
        lower = Seat.objects.filter(game=OuterRef("game"), user=OuterRef("user"), number__lt=OuterRef("number"))
        seats = seats.filter(~Exists(lower))
    return seats


def ended_first(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Those in finished games, with the games, latest first."""
    finished = seats.filter(ended_at__isnull=False, game__status=Game.Status.FINISHED)
    return finished.select_related("game").order_by("-ended_at", "-pk")


def games_of(user: User, viewer: User | None, number: int = 1) -> tuple[list[Seat], Page[Seat]]:
    """The person's running games, latest turn first, and a page of finished ones, latest first. Four queries, in three
    round trips.
    """
    own = accounts_of(user)
    merged = not isinstance(own, int)
    people: dict[str, Any] = {"own" if merged else "user": own} | ({} if viewer is None else {"viewer": viewer.pk})
    kind = {"is_bot": user.is_bot, "viewed": viewer is not None, "merged": merged}
    with pipeline():
        played, over = _running(**kind).send(**people), _results(**kind).send(number, **people)
    running, results = played.fetch(), over.fetch()
    seats_fetch([seat.game for seat in (*running, *results.items)])
    return running, results


@cache
def _results(*, is_bot: bool, viewed: bool, merged: bool) -> PreparedPages[Seat]:
    def make(viewer: int | None = None, **player: int | list[int]) -> QuerySet[Seat]:
        return ended_first(_seen(player, viewer, is_bot=is_bot))

    return PreparedPages(make, RESULTS_PAGE, **_samples(viewed=viewed, merged=merged))


@cache
def _running(*, is_bot: bool, viewed: bool, merged: bool) -> PreparedQuery[Seat]:
    def make(viewer: int | None = None, **player: int | list[int]) -> QuerySet[Seat]:
        # Each has an index of open seats.
        if merged:
            theirs = Q(is_open=True, kind=Seat.Kind.PERSON)
        else:
            theirs = (held_in_open_games if is_bot else owned_in_open_games)(player["user"])
        seats = _seen(player, viewer, is_bot=is_bot).filter(theirs, game__status__in=_PLAYED, resigned_at__isnull=True)
        return seats.select_related("game").order_by("-game__changed_at", "-pk")[:RUNNING_SHOWN]

    return PreparedQuery(make, **_samples(viewed=viewed, merged=merged))


def _seen(player: dict[str, int | list[int]], viewer: int | None, *, is_bot: bool) -> QuerySet[Seat]:
    """`player`: their account as `user`, or several as `own`."""
    [own] = player.values()
    return seats_seen_by(own, None if viewer is None else User(pk=viewer), is_bot=is_bot)


def _samples(*, viewed: bool, merged: bool) -> dict[str, Parameter]:
    """Sample parameters for prepared queries of `seats_seen_by`."""
    samples: dict[str, Parameter] = {"own": SAMPLE_IDS} if merged else {"user": SAMPLE_ID}
    return samples | {"viewer": OTHER_SAMPLE_ID} if viewed else samples
