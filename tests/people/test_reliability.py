"""The share of turns in time, and tables that demand one."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.errors import Reason, Refused
from games.lobby.errors import LobbyReason
from games.lobby.invitations import invitation_decline, person_invite
from games.lobby.rematch import game_rematch
from games.lobby.services import NewGame, game_create, game_join
from games.models import Game, Seat
from games.people.reliability import COUNTED_GAMES, Reliability, reliability, reliability_by_account
from games.play.bot_accounts import bot_user
from tests.bench.growing.costs import explained
from tests.bench.growing.plans import rows_read
from tests.factories import make_game, make_person, play_out, rng_of

pytestmark = pytest.mark.django_db
_UNIQUE = ("public_id", "invite_token", "anchor")


def took(user: User, in_time: int, late: int, *, days_ago: int = 0) -> None:
    """Add a past seat of the person with these turns."""
    game = game_create(host=user, new=NewGame(seats=2))
    joined_at = timezone.now() - timedelta(days=days_ago)
    game.seats.update(turns_in_time=in_time, turns_late=late, joined_at=joined_at)


def refused(call: Callable[[], object]) -> Reason:
    with pytest.raises(Refused) as caught:
        call()
    return caught.value.reason


def accepts(game: Game, user: User) -> bool:
    """Whether the person sits down; else the table's demand is the reason."""
    try:
        game_join(public_id=game.public_id, user=user)
    except Refused as error:
        return error.reason != LobbyReason.UNRELIABLE
    return True


def test_it_is_the_share_of_all_turns_of_half_a_year(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    took(alice, 30, 1)
    took(alice, 29, 1, days_ago=179)
    took(alice, 0, 500, days_ago=181)
    took(bob, 19, 0)
    with django_assert_num_queries(1):
        found = reliability_by_account([alice.pk, bob.pk, 0])
    assert found == {alice.pk: Reliability(59, 2, 96), bob.pk: Reliability(19, 0), 0: Reliability()}


@pytest.mark.parametrize(("in_time", "late", "share"), [(19, 0, None), (20, 0, 100), (0, 20, 0), (199, 1, 99)])
def test_of_few_turns_nothing_is_said_and_nothing_is_rounded_up(
    alice: User, in_time: int, late: int, share: int | None
) -> None:
    took(alice, in_time, late)
    assert reliability(alice).share == share


@pytest.mark.django_db(transaction=True)
def test_the_latest_games_count_and_no_others_are_read(alice: User, bob: User) -> None:
    """PostgreSQL knows that most people have few seats."""
    past_add(alice, range(150))
    past_add(bob, range(30))
    for one in User.objects.bulk_create(User(handle=f"player-{number}") for number in range(400)):
        past_add(one, range(2))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE) games_seat")
    assert (seats_read(alice), seats_read(bob)) == (2 * COUNTED_GAMES, 2 * 30)
    assert (reliability(alice).in_time, reliability(bob).in_time) == (COUNTED_GAMES, 30)


def test_of_bots_nothing_is_read(alice: User) -> None:
    make_game([alice], NewGame(seats=2, target=None, bots=("berserker",)))
    assert seats_read(bot_user("berserker")) == 0


def past_add(person: User, days_ago: Iterable[int]) -> None:
    """Add past seats of the person, each with one turn in time."""
    names = {day: f"past-{person.pk}-{day}" for day in days_ago}
    like = Game(host=person, seats_count=2, target=None, created_at=timezone.now(), changed_at=timezone.now())
    columns = {field.attname: getattr(like, field.attname) for field in Game._meta.concrete_fields}
    games = [Game(**columns | dict.fromkeys(_UNIQUE, name)) for name in names.values()]
    Seat.objects.bulk_create(
        Seat(
            game=game, number=0, kind=Seat.Kind.PERSON, user=person, held_by=person, turns_in_time=1,
            joined_at=timezone.now() - timedelta(days=day, hours=1),
        )
        for game, day in zip(Game.objects.bulk_create(games), names, strict=True)
    )  # fmt: skip


def seats_read(person: User) -> int:
    """How many rows of seats PostgreSQL reads for the person's reliability, some from an index alone."""
    [query] = explained(lambda: reliability(person))
    return rows_read(query.plan["Plan"], "games_seat")


def test_the_services_count_turns_and_times_that_ran_out(alice: User, bob: User) -> None:
    game = make_game([alice, bob], NewGame(seats=2, target=None))
    play_out(game, rng_of(3))
    moves = {seat.user_id: game.hands.get().moves.filter(seat=seat.number).count() for seat in game.seats.all()}
    assert {pk: figures.in_time for pk, figures in reliability_by_account(moves).items()} == moves


def test_a_reliability_demand_admits_punctual_and_new_players(alice: User, bob: User, charlie: User) -> None:
    game = game_create(host=alice, new=NewGame(seats=4, min_reliability=90))
    dora = make_person("dora")
    took(bob, 89, 11)
    took(charlie, 90, 10)
    took(dora, 0, 19)
    assert [accepts(game, person) for person in (bob, charlie, dora)] == [False, True, True]
    assert game.seats.filter(user__in=(charlie, dora)).count() == 2


def test_an_invitation_bypasses_the_reliability_demand(alice: User, bob: User) -> None:
    took(bob, 0, 100)
    game = game_create(host=alice, new=NewGame(seats=3, min_reliability=80))
    guessed = partial(game_join, public_id=game.public_id, user=bob, token="x" * 32)
    assert refused(guessed) == LobbyReason.UNRELIABLE
    person_invite(public_id=game.public_id, host=alice, handle="bob")
    invitation_decline(public_id=game.public_id, user=bob)
    assert not accepts(game, bob)
    person_invite(public_id=game.public_id, host=alice, handle="bob")
    assert accepts(game, bob)


def test_the_tables_link_bypasses_the_reliability_demand(alice: User, bob: User) -> None:
    took(bob, 0, 100)
    game = game_create(host=alice, new=NewGame(seats=3, min_reliability=80))
    assert game_join(public_id=game.public_id, user=bob, token=game.invite_token).user == bob


def test_a_rematch_asks_for_the_same(alice: User, bob: User) -> None:
    game = make_game([alice, bob], NewGame(seats=2, target=None, min_reliability=95))
    play_out(game, rng_of(3))
    assert game_rematch(public_id=game.public_id, user=alice).min_reliability == 95
