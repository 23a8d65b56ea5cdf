"""Ratings. Changes are the source of truth, from which ratings and standings of seasons are derived.

A pool's changes are calculated in the order in which games ended. One transaction at a time writes to a pool; it takes
the pool's lock last, after accounts and games.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, Subquery

from accounts.models import User
from accounts.transactions.advisory_locks import Lock, lock_until_commit
from games import on_commit
from games.models import Game, Move, Pool, Rating, RatingChange, RatingRework, SeasonStanding, Seat
from games.ratings.skill import Skill, mean_skill, rated_skills, season_at, season_number, seat_places, widened
from games.ratings.standings import tallies_add, tallies_write

POOLS = tuple(Pool)


class Entrant(NamedTuple):
    """A seat of a rated game: the player's account and place. A bot may have several."""

    user: int
    place: int


class KnownSkill(NamedTuple):
    skill: Skill
    season: int


def pool_lock(pool: str) -> None:
    """Lock the pool until the transaction ends."""
    lock_until_commit(Lock.RATINGS, pool)


def game_rate(game: Game) -> None:
    """Rate an ended game if it counts and is not rated yet. The game's row is locked. If a later game of one of its
    players is rated, all from this one on is recalculated.
    """
    if not _counts(game):
        return
    pool = _rating_pool(game)
    pool_lock(pool)
    at = game.ended_at
    # Account merges hold the same lock, so read only now.
    entrants = game_entrants(game.seats.select_related("user").order_by("number"))
    users = {one.user for one in entrants}
    if at is None or len(users) < 2 or game.rating_changes.exists():
        return
    after = (Q(at=at) & Q(game__gt=game.pk)) | Q(at__gt=at)
    late = RatingChange.objects.filter(after, pool=pool, user__in=users, at__gte=at).exists()
    known = known_before(pool, users, at, game.pk)
    changes = rating_changes(entrants, known, RatingChange(game=game, pool=pool, season=season_at(at), at=at))
    RatingChange.objects.bulk_create(changes)
    if late:
        rework_ask(pool, at, game.pk)
    else:
        tallies_add(changes)


def _counts(game: Game) -> bool:
    """Whether a hand was scored; cancelled games also need a moderator's consent. A game that all others resigned
    before that counts if each person took a turn: no victory without play.
    """
    if not game.rated or not game.counts_for_rating or game.started_at is None:
        return False
    if game.hands.filter(points__isnull=False, voided=False).exists():
        return game.status in (Game.Status.FINISHED, Game.Status.CANCELLED)
    return game.status == Game.Status.FINISHED and _all_took_turns(game)


def _all_took_turns(game: Game) -> bool:
    own = Move.objects.filter(hand__game=game, by__in=(Move.By.PLAYER, Move.By.AUTO))
    people = game.seats.filter(kind=Seat.Kind.PERSON).values_list("number", flat=True)
    return set(people) <= set(own.order_by().values_list("seat", flat=True))


def _rating_pool(game: Game) -> Pool:
    bots = game.seats.filter(Q(kind=Seat.Kind.BOT) | Q(user__is_outside_bot=True))
    return Pool.BOTS if bots.exists() else Pool.PEOPLE


def game_entrants(seats: Iterable[Seat]) -> list[Entrant]:
    """The accounts with their places. Merged accounts count as the remaining one; stand-in bots play for people. Seats
    come with accounts.
    """
    seats = list(seats)
    places = seat_places([seat.points for seat in seats], [seat.resigned_at is not None for seat in seats])
    return [Entrant(seat.user.merged_into_id or seat.user_id, place) for seat, place in zip(seats, places, strict=True)]


def known_before(pool: str, users: Collection[int], at: datetime, game_id: int) -> dict[int, KnownSkill]:
    """The players' skills before the game, without newcomers. Two queries."""
    earlier = Q(at=at, game__lt=game_id) | Q(at__lt=at)
    theirs = RatingChange.objects.filter(earlier, pool=pool, user=OuterRef("pk"), at__lte=at)
    last = theirs.order_by("-at", "-game").values("pk")[:1]
    ids = User.objects.filter(pk__in=users).order_by().values_list(Subquery(last), flat=True)
    rows = RatingChange.objects.filter(pk__in=[pk for pk in ids if pk is not None])
    return {row.user_id: KnownSkill(Skill(row.mu, row.sigma), row.season) for row in rows}


def rating_changes(
    entrants: Sequence[Entrant], known: Mapping[int, KnownSkill], like: RatingChange
) -> list[RatingChange]:
    """The game's changes, one a player, unsaved; `like` has game, pool, season and at. All seats of one player start
    with the same strength, and their results are averaged.
    """
    before = {one.user: _before(known.get(one.user), like.season) for one in entrants}
    outcome = rated_skills([before[one.user] for one in entrants], [one.place for one in entrants])
    changes = []
    for user, was in before.items():
        after = mean_skill([now for now, one in zip(outcome, entrants, strict=True) if one.user == user])
        changes.append(
            RatingChange(
                game_id=like.game_id,
                user_id=user,
                pool=like.pool,
                season=like.season,
                at=like.at,
                place=min(one.place for one in entrants if one.user == user),
                mu_before=was.mu,
                sigma_before=was.sigma,
                mu=after.mu,
                sigma=after.sigma,
            )
        )
    return changes


def _before(known: KnownSkill | None, season: int) -> Skill:
    if known is None:
        return Skill()
    return widened(known.skill, season_number(season) - season_number(known.season))


def game_unrate(game: Game) -> None:
    """Undo a game's rating changes and recalculate later ones. The game's row is locked."""
    pool = _rating_pool(game)
    pool_lock(pool)
    changes = list(RatingChange.objects.filter(game=game))
    if not changes or game.ended_at is None:
        return
    RatingChange.objects.filter(game=game).delete()
    tallies_write(pool, {row.user_id for row in changes}, since=season_at(game.ended_at))
    rework_ask(pool, game.ended_at, game.pk)


def rework_ask(pool: str, at: datetime, game_id: int) -> None:
    """Queue a recalculation of the pool from this game on. The pool is locked."""
    row = RatingRework.objects.filter(pool=pool).first()
    if row is None:
        row = RatingRework(pool=pool, from_at=at, from_game=game_id, next_at=at, next_game=game_id)
    row.from_at, row.from_game = min((row.from_at, row.from_game), (at, game_id))
    row.next_at, row.next_game = min((row.next_at, row.next_game), (at, game_id))
    row.save()
    on_commit.ratings_are_due()


@transaction.atomic
def ratings_merge(*, first: User, second: User) -> None:
    """Give the second account's rated games to the first, in the merging transaction, after games are locked."""
    for pool in POOLS:
        pool_lock(pool)
        theirs = RatingChange.objects.filter(user=second, pool=pool)
        begin = theirs.order_by("at", "game").values_list("at", "game").first()
        if begin is None:
            continue
        # If both played in one game, they count as one player with two seats, like a bot.
        theirs.filter(Exists(RatingChange.objects.filter(user=first, game=OuterRef("game")))).delete()
        theirs.update(user=first)
        tallies_write(pool, {first.pk, second.pk}, since=0)
        rework_ask(pool, *begin)


@transaction.atomic
def ratings_forget(*, user: User) -> None:
    """Take an account that is being erased off all lists; its changes stay, as the others' ratings depend on them.
    Takes no pool locks, as games are locked after this: a row that a game's end writes at the same moment stays, but no
    list shows it.
    """
    Rating.objects.filter(user=user).delete()
    SeasonStanding.objects.filter(user=user).delete()
