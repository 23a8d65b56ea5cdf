"""Games that end at the same moment, with real threads on PostgreSQL: no change of a rating is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from datetime import datetime
from functools import partial
from unittest.mock import patch

import pytest

from accounts.decisions.double_accounts import double_merge
from accounts.models import User
from games.models import Game, Pool, Rating, RatingChange, SeasonStanding
from games.moderation.acts import rating_withdraw
from games.ratings import services
from games.ratings.rework import ratings_rework
from games.ratings.services import KnownSkill
from games.ratings.settlement import game_settle
from tests.factories import make_person, make_staff
from tests.moderation.moderator_acts import WHY
from tests.ratings.ended_games import all_again, all_ratings, close_to, ended_game, settled_game
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def settling(game: Game) -> Callable[[], object]:
    return partial(game_settle, game_id=game.pk)


@pytest.fixture
def people(db: None) -> list[User]:
    return [make_person(name) for name in ("alice", "bob", "charlie", "dora")]


def check_whole(games: int) -> None:
    """Check that each change begins where the player's last one ended, and that all is as if the games had been settled
    in order.
    """
    ratings_rework()
    for pool in Pool:
        for user in User.objects.all():
            before = None
            for row in RatingChange.objects.filter(pool=pool, user=user).order_by("at", "game"):
                assert before is None or (row.mu_before, row.sigma_before) == pytest.approx(before)
                before = (row.mu, row.sigma)
            rating = Rating.objects.filter(pool=pool, user=user).first()
            assert before == (None if rating is None else pytest.approx((rating.mu, rating.sigma)))
    assert RatingChange.objects.values("game").distinct().count() == games
    assert close_to(all_ratings(), all_again())


def test_games_that_end_at_once_are_rated_one_after_another(people: list[User]) -> None:
    alice, bob, charlie, dora = people
    for begin in range(0, 12, 4):
        games = [
            ended_game([alice, bob], [3, 15], hours=begin),
            ended_game([bob, alice, charlie], [3, 15, 9], hours=begin + 1),
            ended_game([charlie, dora], [3, 15], hours=begin + 2),
            ended_game([dora, alice], [3, 15], hours=begin + 3),
        ]
        assert at_once(*map(settling, games)) == ["accepted"] * 4
    check_whole(12)


def test_without_the_lock_the_same_race_goes_wrong(people: list[User]) -> None:
    """Shows that the test above tests the lock: both games begin from the same rating there."""
    alice, bob, charlie, _dora = people
    meet = threading.Barrier(2)
    known_before = services.known_before

    def unlocked(pool: str) -> None:
        return None

    def read_by_both(pool: str, users: Collection[int], at: datetime, game_id: int) -> dict[int, KnownSkill]:
        known = known_before(pool, users, at, game_id)
        meet.wait(timeout=10)
        return known

    games = [ended_game([alice, bob], [3, 15], hours=1), ended_game([alice, charlie], [3, 15], hours=2)]
    with patch.object(services, "pool_lock", unlocked), patch.object(services, "known_before", read_by_both):
        at_once(*map(settling, games))
    befores = set(RatingChange.objects.filter(user=alice).values_list("mu_before", flat=True))
    assert len(befores) == 1
    assert services.pool_lock is not unlocked


def test_one_game_settled_by_two_workers_counts_once(people: list[User]) -> None:
    for hours in range(5):
        game = ended_game(people[:2], [3, 15], hours=hours)
        assert at_once(settling(game), settling(game)) == ["accepted"] * 2
    check_whole(5)
    assert set(SeasonStanding.objects.values_list("games", flat=True)) == {5}


def test_a_game_that_ends_while_another_is_withdrawn_and_all_is_reworked(people: list[User]) -> None:
    alice, bob, charlie, dora = people
    mona = make_staff("mona", "moderator")
    old = [settled_game([alice, bob, charlie], [3, 9, 15], hours=hours) for hours in range(8)]
    new = [ended_game([bob, charlie, dora], [3, 9, 15], hours=20 + hours) for hours in range(3)]
    withdrawing = partial(rating_withdraw, actor=mona, public_id=old[2].public_id, reason=WHY)
    outcomes = at_once(withdrawing, *map(settling, new), ratings_rework)
    assert outcomes == ["accepted"] * 5
    check_whole(10)


def test_a_game_that_ends_while_its_player_is_merged_is_the_first_accounts(people: list[User]) -> None:
    boss = make_staff("boss", "administrator")
    alice, bob, charlie, dora = people
    for number, second in enumerate((bob, charlie)):
        settled_game([second, dora], [3, 15], hours=number)
        game = ended_game([second, dora], [3, 15], hours=number + 5)
        merging = partial(double_merge, actor=boss, user=second, handle="alice", reason=WHY)
        assert at_once(merging, settling(game)) == ["accepted"] * 2
    assert set(RatingChange.objects.values_list("user", flat=True)) == {alice.pk, dora.pk}
    check_whole(4)
