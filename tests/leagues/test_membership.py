"""People found, join and leave leagues."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from accounts.privacy.erasure import account_erase
from games.leagues.errors import LeagueReason, NoSuchLeague
from games.leagues.locking import lock_league
from games.leagues.running import league_begin
from games.leagues.schedule import MOST_PEOPLE
from games.leagues.services import MAX_LEAGUES, Terms, league_create, league_join, league_leave, leagues_move
from games.lobby.errors import LobbyReason
from games.lobby.services import NewGame
from games.models import League, LeagueMember
from games.people.blocks import person_block
from games.people.errors import PersonReason
from games.standing.errors import NoSuchTable
from tests.factories import make_person
from tests.leagues.leagues import begun_league, make_league
from tests.standing.tables import make_table, refused

pytestmark = pytest.mark.django_db


def test_its_dates_are_known_at_sign_up(alice: User) -> None:
    league = make_league([alice], terms=Terms(signup_days=3, weeks=2, away_days=0))
    assert league.signup_ends_at == league.created_at + timedelta(days=3)
    assert league.ends_at == league.signup_ends_at + timedelta(weeks=2)


def test_a_second_press_finds_the_same_league(alice: User) -> None:
    new = NewGame(seats=2)
    first, second = (league_create(founder=alice, new=new, terms=Terms(), token="t") for _press in range(2))
    assert first == second
    assert LeagueMember.objects.count() == 1


@pytest.mark.parametrize(
    ("new", "terms"),
    [
        (NewGame(seats=2, pace="60s"), Terms()),
        (NewGame(seats=2, pace="none"), Terms()),
        (NewGame(seats=2), Terms(weeks=100)),
        (NewGame(seats=2), Terms(signup_days=0)),
        (NewGame(seats=2), Terms(away_days=100)),
    ],
)
def test_other_paces_and_terms_are_refused(alice: User, new: NewGame, terms: Terms) -> None:
    assert refused(lambda: league_create(founder=alice, new=new, terms=terms)) == LeagueReason.BAD_OPTIONS


def test_only_members_of_a_table_make_its_leagues(alice: User, bob: User) -> None:
    table = make_table([alice])
    league = league_create(founder=alice, new=NewGame(seats=2), terms=Terms(), table_id=table.public_id)
    assert league.table == table
    with pytest.raises(NoSuchTable):
        league_create(founder=bob, new=NewGame(seats=2), terms=Terms(), table_id=table.public_id)


def test_joining_twice_changes_nothing(alice: User, bob: User) -> None:
    league = make_league([alice, bob])
    assert league_join(token=league.invite_token, user=bob) == league
    assert league.members.count() == 2
    with pytest.raises(NoSuchLeague):
        league_join(token="nothing", user=bob)


def test_joining_is_refused_where_it_cannot_work(alice: User, bob: User, charlie: User) -> None:
    league = make_league([alice, bob])
    join = league.invite_token
    person_block(user=bob, handle="charlie")
    assert refused(lambda: league_join(token=join, user=charlie)) == LeagueReason.KEPT_APART, "with any member"
    dora = make_person("dora")
    User.objects.filter(pk=dora.pk).update(is_guest=True)
    assert refused(lambda: league_join(token=join, user=dora)) == PersonReason.GUEST
    emil = make_person("emil")
    User.objects.filter(pk=emil.pk).update(barred_until=league.ends_at)
    assert refused(lambda: league_join(token=join, user=emil)) == LobbyReason.BARRED
    for number in range(MOST_PEOPLE - 2):
        league_join(token=join, user=make_person(f"p{number}"))
    assert refused(lambda: league_join(token=join, user=make_person("late"))) == LeagueReason.FULL
    league_begin(public_id=league.public_id, user=alice)
    assert refused(lambda: league_join(token=join, user=make_person("later"))) == LeagueReason.STARTED


def test_a_person_is_in_ten_leagues_at_most(alice: User, bob: User) -> None:
    for _league in range(MAX_LEAGUES):
        make_league([alice])
    assert refused(lambda: make_league([alice])) == LeagueReason.TOO_MANY
    over = make_league([bob])
    League.objects.filter(members__user=alice).update(status=League.Status.OVER)
    league_join(token=over.invite_token, user=alice)


def test_the_longest_member_follows_a_founder_whose_name_leaves_with_them(alice: User, bob: User) -> None:
    league = make_league([alice, bob], name="Alice and friends")
    league_leave(public_id=league.public_id, user=alice)
    league.refresh_from_db()
    assert (league.founder, league.name) == (bob, "")
    league_leave(public_id=league.public_id, user=bob)
    assert not League.objects.exists()


def test_a_closed_account_leaves_sign_ups(alice: User, bob: User) -> None:
    league = make_league([alice, bob])
    account_erase(user=bob)
    assert [member.user for member in league.members.all()] == [alice]


def test_a_league_that_is_over_cannot_be_left(alice: User, bob: User, charlie: User) -> None:
    league = begun_league([alice, bob, charlie])
    League.objects.update(status=League.Status.OVER)
    assert refused(lambda: league_leave(public_id=league.public_id, user=bob)) == LeagueReason.NOT_RUNNING
    with pytest.raises(NoSuchLeague):
        league_leave(public_id=league.public_id, user=make_person("dora"))


def test_merged_accounts_share_one_place(alice: User, bob: User, charlie: User) -> None:
    dora, emil = make_person("dora"), make_person("emil")
    both, one = begun_league([alice, bob, charlie, dora]), begun_league([bob, charlie, emil])
    leagues_move(first=alice, second=bob)
    assert [member.left_at is not None for member in lock_league(both.public_id).members] == [False, True, False, False]
    one.refresh_from_db()
    assert (one.founder, one.members.get(number=0).user) == (alice, alice)
