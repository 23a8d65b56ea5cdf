"""Effects of rated games: ratings, seasons, games that are taken out or come late, and accounts."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from accounts.decisions.double_accounts import double_merge
from accounts.models import User
from accounts.privacy.erasure import account_erase
from games.errors import Refused
from games.lobby.services import NewGame
from games.models import Game, Intervention, Move, Notice, Pool, Rating, RatingChange, RatingRework, SeasonStanding
from games.moderation.acts import rating_restore, rating_withdraw
from games.moderation.errors import ActReason, ConflictReason
from games.play.bot_accounts import bot_user
from games.play.seats.resign import seat_resign
from games.ratings import rework, skill
from games.ratings.rework import ratings_rework
from games.ratings.settlement import game_settle
from games.ratings.skill import Skill, rated_skills, rating_score, season_at
from tests.factories import make_person, make_staff, rng_of, seat_to_act, take_turn
from tests.games_laid import lay_game
from tests.moderation.moderator_acts import WHY
from tests.ratings.ended_games import all_again, all_ratings, close_to, ended_game, settled_game, strength_of

pytestmark = pytest.mark.django_db


def places(game: Game) -> dict[str, int]:
    rows = RatingChange.objects.filter(game=game).select_related("user")
    return {row.user.handle: row.place for row in rows}


def test_winning_lifts_and_losing_lowers(alice: User, bob: User, charlie: User) -> None:
    game = settled_game([alice, bob, charlie], [9, 3, 15])
    assert places(game) == {"bob": 1, "alice": 2, "charlie": 3}
    assert strength_of(bob).mu > strength_of(alice).mu > strength_of(charlie).mu
    assert all(strength_of(user).sigma < skill.SIGMA for user in (alice, bob, charlie))
    standing = SeasonStanding.objects.get(user=bob)
    assert (standing.season, standing.games, standing.wins) == (20264, 1, 1)
    assert standing.score == standing.best_score == rating_score(strength_of(bob)) > 1000
    game.refresh_from_db()
    assert game.settled_at is not None


def test_settling_twice_changes_nothing(alice: User, bob: User) -> None:
    game = settled_game([alice, bob], [3, 15])
    before = all_ratings()
    assert not game_settle(game_id=game.pk)
    Game.objects.update(settled_at=None)
    assert game_settle(game_id=game.pk)
    assert all_ratings() == before
    assert not game_settle(game_id=game.pk + 1)


def test_equal_points_share_a_place_and_resigned_players_come_last(alice: User, bob: User, charlie: User) -> None:
    dora = make_person("dora")
    shared = settled_game([alice, bob, charlie], [15, 4, 4])
    assert places(shared) == {"bob": 1, "charlie": 1, "alice": 3}
    assert strength_of(bob) == strength_of(charlie)
    given_up = settled_game([alice, bob, charlie, dora], [1, 4, 15, 0], hours=1, resigned=(0, 3))
    assert places(given_up) == {"bob": 1, "charlie": 2, "alice": 3, "dora": 3}


def test_games_with_bots_are_rated_apart_and_a_bot_at_several_seats_once(alice: User, bob: User) -> None:
    bot = bot_user("berserker")
    game = settled_game([alice, bot, bot], [9, 3, 15])
    assert places(game) == {"alice": 2, "Berserker": 1}
    assert {row.pool for row in RatingChange.objects.all()} == {Pool.BOTS}
    first, second, third = rated_skills([Skill()] * 3, [2, 1, 3])
    assert strength_of(alice, Pool.BOTS) == first
    assert strength_of(bot, Pool.BOTS) == ((second.mu + third.mu) / 2, (second.sigma + third.sigma) / 2)
    settled_game([alice, bob], [9, 3], hours=1)
    assert Rating.objects.filter(user=alice).count() == 2


@pytest.mark.parametrize(
    "columns",
    [
        {"rated": False},
        {"counts_for_rating": False},
        {"status": Game.Status.CANCELLED, "ending": Game.Ending.CANCELLED, "counts_for_rating": False},
        {"status": Game.Status.CANCELLED, "ending": Game.Ending.CANCELLED, "started_at": None},
    ],
)
def test_a_game_that_does_not_count_changes_no_rating(alice: User, bob: User, columns: dict[str, Any]) -> None:
    game = ended_game([alice, bob], [3, 15], **columns)
    assert game_settle(game_id=game.pk)
    assert not RatingChange.objects.exists()
    game.refresh_from_db()
    assert game.settled_at is not None


def test_a_cancelled_game_counts_where_that_was_wanted_and_something_was_played(alice: User, bob: User) -> None:
    cancelled: dict[str, Any] = {"status": Game.Status.CANCELLED, "ending": Game.Ending.CANCELLED}
    nothing = ended_game([alice, bob], [0, 0], **cancelled)
    nothing.hands.all().delete()
    assert game_settle(game_id=nothing.pk)
    assert not RatingChange.objects.exists()
    assert places(settled_game([alice, bob], [3, 9], **cancelled)) == {"alice": 1, "bob": 2}


def test_a_game_given_up_counts_once_each_person_took_a_turn(alice: User, bob: User, charlie: User) -> None:
    """If games without play counted, accounts that join and resign could lift a player by dozens of places."""
    new = NewGame(seats=3, rated=True, visibility=Game.Visibility.PRIVATE, target=30)
    games = [lay_game([alice, bob, charlie], new) for _game in range(3)]
    for turns, game in enumerate(games, 1):
        for _turn in range(turns):
            take_turn(game, rng_of(turns))
        first, second = [seat.user for seat in game.seats.order_by("number") if seat.user != alice]
        for user in (first, second):
            seat_resign(public_id=game.public_id, user=user)
        game.refresh_from_db()
        assert (game.ending, game.status) == (Game.Ending.RESIGNED, Game.Status.FINISHED)
        assert game_settle(game_id=game.pk)
    assert [RatingChange.objects.filter(game=game).count() for game in games] == [0, 0, 3]
    assert places(games[2]) == {"alice": 1, "bob": 2, "charlie": 2}
    scored = settled_game([alice, bob], [0, 15], ending=Game.Ending.RESIGNED, resigned=(1,), hours=10_000)
    assert places(scored) == {"alice": 1, "bob": 2}


def test_bot_turns_after_a_resignation_do_not_count_for_the_player(alice: User, bob: User, charlie: User) -> None:
    game = lay_game([alice, bob, charlie], NewGame(seats=3, rated=True, target=30))
    gone = seat_to_act(game).user
    seat_resign(public_id=game.public_id, user=gone)
    for _turn in range(3):
        game.refresh_from_db()
        take_turn(game, rng_of(1))
    assert set(Move.objects.values_list("seat", flat=True)) == {0, 1, 2}
    seat_resign(public_id=game.public_id, user=next(user for user in (alice, bob, charlie) if user != gone))
    assert game_settle(game_id=game.pk)
    assert not RatingChange.objects.exists()


def test_a_standing_knows_how_many_others_were_there(alice: User, bob: User, charlie: User) -> None:
    def opponents() -> dict[str, int]:
        return dict(SeasonStanding.objects.filter(pool=Pool.PEOPLE).values_list("user__handle", "opponents"))

    dora = make_person("dora")
    for hours in range(3):
        settled_game([alice, bob], [3, 15], hours=hours)
    game = settled_game([alice, bob, charlie], [3, 9, 15], hours=3)
    settled_game([bob, dora], [3, 9], hours=4)
    assert opponents() == {"alice": 2, "bob": 3, "charlie": 2, "dora": 1}
    settled_game([alice, dora, bot_user("berserker")], [3, 9, 15], hours=5)
    assert opponents()["alice"] == 2
    assert not SeasonStanding.objects.filter(pool=Pool.BOTS, opponents__gt=0).exists()
    rating_withdraw(actor=make_staff("mona", "moderator"), public_id=game.public_id, reason=WHY)
    ratings_rework()
    assert opponents() == {"alice": 1, "bob": 2, "dora": 1}


def test_one_broken_game_does_not_stop_the_rework(
    alice: User, bob: User, charlie: User, caplog: pytest.LogCaptureFixture
) -> None:
    late = ended_game([alice, bob], [3, 15], hours=1)
    broken = settled_game([alice, charlie], [3, 15], hours=2)
    settled_game([alice, bob], [15, 3], hours=3)
    assert game_settle(game_id=late.pk)
    # A player of it that its changes don't name.
    RatingChange.objects.filter(game=broken, user=charlie).delete()
    with caplog.at_level(logging.ERROR):
        ratings_rework()
    assert f"game {broken.pk} " in caplog.text
    assert not RatingRework.objects.exists()
    assert Rating.objects.get(user=bob).games == 2
    changes = RatingChange.objects.filter(user=bob).order_by("at")
    assert changes[0].mu == changes[1].mu_before


def test_a_game_that_comes_late_is_rated_in_its_place(alice: User, bob: User, charlie: User) -> None:
    late = ended_game([alice, bob], [3, 15], hours=1)
    settled_game([alice, bob], [15, 3], hours=2)
    settled_game([bob, charlie], [15, 3], hours=3)
    assert game_settle(game_id=late.pk)
    assert RatingRework.objects.count() == 1
    ratings_rework()
    assert not RatingRework.objects.exists()
    worked = all_ratings()
    assert close_to(worked, all_again())
    assert Rating.objects.get(user=bob).games == 3


def test_a_game_that_ended_at_the_same_moment_has_its_place_by_its_number(alice: User, bob: User) -> None:
    first, second = ended_game([alice, bob], [3, 15]), ended_game([alice, bob], [15, 3])
    game_settle(game_id=second.pk)
    game_settle(game_id=first.pk)
    ratings_rework()
    assert close_to(all_ratings(), all_again())


def test_a_new_season_widens_a_little(alice: User, bob: User) -> None:
    settled_game([alice, bob], [3, 15])
    was = strength_of(alice)
    game = settled_game([alice, bob], [3, 15], hours=24 * 200)
    change = RatingChange.objects.get(game=game, user=alice)
    assert (change.season, change.mu_before) == (20272, was.mu)
    assert was.sigma < change.sigma_before < was.sigma + 0.2
    assert list(SeasonStanding.objects.filter(user=alice).order_by("season").values_list("season", "games")) == [
        (20264, 1), (20272, 1),
    ]  # fmt: skip
    assert skill.widened(Skill(30, 2), 10_000).sigma == skill.SIGMA


def test_seasons_are_quarters() -> None:
    for month, quarter in ((1, 1), (3, 1), (4, 2), (9, 3), (10, 4), (12, 4)):
        assert season_at(datetime(2026, month, 1, tzinfo=UTC)) == 20260 + quarter
    numbers = [skill.season_number(season) for season in (20254, 20261, 20262)]
    assert numbers == [numbers[0], numbers[0] + 1, numbers[0] + 2]
    assert [skill.season_from_number(number) for number in numbers] == [20254, 20261, 20262]
    assert skill.season_begins(20262) == (2026, 4)


def test_a_withdrawn_game_leaves_no_trace_in_what_came_after(
    alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work is done in small steps, so that it takes several."""
    monkeypatch.setattr(rework, "CHUNK", 7)
    rng, people = rng_of(3), [alice, bob, charlie, make_person("dora")]
    games = [
        settled_game(rng.sample(people, seats), [rng.randrange(20) for _seat in range(seats)], hours=20 * number)
        for number in range(12)
        for seats in (rng.choice((2, 3, 4)),)
    ]
    whole, mona = all_ratings(), make_staff("mona", "moderator")
    target = games[3]
    row = rating_withdraw(actor=mona, public_id=target.public_id, reason=WHY)
    assert row.kind == Intervention.Kind.UNRATE
    told = Notice.objects.filter(kind=Notice.Kind.MODERATION, about=row.pk, channel="mail").values_list(
        "user", flat=True
    )
    assert set(told) == {seat.user_id for seat in target.seats.all()}
    assert ratings_rework() > 3
    without = all_ratings()
    assert not RatingChange.objects.filter(game=target).exists()
    assert not close_to(without, whole)
    rating_restore(actor=mona, public_id=target.public_id, reason=WHY)
    ratings_rework()
    assert close_to(all_ratings(), whole)
    Game.objects.filter(pk=target.pk).update(counts_for_rating=False)
    assert close_to(without, all_again())


def test_the_last_game_of_a_player_leaves_none(alice: User, bob: User) -> None:
    game = settled_game([alice, bob], [3, 15])
    rating_withdraw(actor=make_staff("mona", "moderator"), public_id=game.public_id, reason=WHY)
    ratings_rework()
    assert not Rating.objects.exists()
    assert not SeasonStanding.objects.exists()


def test_only_an_ended_rated_game_is_taken_out_or_let_in(alice: User, bob: User) -> None:
    mona = make_staff("mona", "moderator")
    plain, game = settled_game([alice, bob], [3, 15], rated=False), settled_game([alice, bob], [3, 15])
    for service, asked in ((rating_withdraw, plain), (rating_restore, plain), (rating_restore, game)):
        with pytest.raises(Refused) as refused:
            service(actor=mona, public_id=asked.public_id, reason=WHY)
        assert refused.value.reason == ActReason.NOT_RATED
    with pytest.raises(PermissionDenied):
        rating_withdraw(actor=make_staff("hanna", "helper"), public_id=game.public_id, reason=WHY)
    own = settled_game([mona, bob], [3, 15])
    with pytest.raises(Refused) as refused:
        rating_withdraw(actor=mona, public_id=own.public_id, reason=WHY)
    assert refused.value.reason == ConflictReason.OWN_GAME


def test_a_game_withdrawn_before_it_was_settled_is_never_rated(alice: User, bob: User) -> None:
    game = ended_game([alice, bob], [3, 15])
    rating_withdraw(actor=make_staff("mona", "moderator"), public_id=game.public_id, reason=WHY)
    game_settle(game_id=game.pk)
    assert not RatingChange.objects.exists()


def test_merged_accounts_are_rated_as_one(alice: User, bob: User, charlie: User) -> None:
    settled_game([alice, bob], [3, 15], hours=1)
    settled_game([charlie, bob], [15, 3], hours=2)
    settled_game([alice, charlie, bob], [9, 15, 3], hours=3)
    settled_game([alice, bob], [3, 15], hours=4)
    waiting = ended_game([charlie, bob], [3, 15], hours=5)
    boss = make_staff("boss", "administrator")
    double_merge(actor=boss, user=charlie, handle="alice", reason=WHY)
    game_settle(game_id=waiting.pk)
    ratings_rework()
    assert not Rating.objects.filter(user=charlie).exists()
    assert not SeasonStanding.objects.filter(user=charlie).exists()
    assert Rating.objects.get(user=alice).games == SeasonStanding.objects.get(user=alice).games == 5
    worked = all_ratings()
    assert close_to(worked, all_again())


def test_erased_people_are_unlisted_and_others_stay_rated(alice: User, bob: User, charlie: User) -> None:
    settled_game([alice, bob], [3, 15], hours=1)
    late = ended_game([bob, charlie], [3, 15], hours=0.5)
    waiting = ended_game([alice, charlie], [3, 15], hours=3)
    account_erase(user=alice)
    game_settle(game_id=waiting.pk)
    game_settle(game_id=late.pk)
    ratings_rework()
    assert not Rating.objects.filter(user=alice).exists()
    assert not SeasonStanding.objects.filter(user=alice).exists()
    assert RatingChange.objects.filter(user=alice).count() == 2
    assert Rating.objects.get(user=charlie).games == 2
