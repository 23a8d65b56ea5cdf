"""A league under way. The faults that players of other sites report of their tournaments do not occur here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Final

import pytest
import time_machine
from django.utils import timezone

from accounts.decisions.sanctions import sanction_impose
from accounts.models import User
from accounts.privacy.erasure import account_erase
from games.errors import Refused
from games.leagues.errors import LeagueReason
from games.leagues.running import BEGIN_SHARE, league_begin, leagues_sweep, round_begins_by
from games.leagues.schedule import league_rounds
from games.leagues.services import league_leave
from games.leagues.standings import finishes_of, standings
from games.models import Game, League, LeagueGame, Notice, Seat
from games.people.blocks import person_block
from games.play.bot_accounts import caretaker_user
from games.play.bot_turn import bot_turn_play
from games.play.clock import absences
from games.play.errors import PlayReason
from games.play.seats.played_out import endings_sweep
from games.play.seats.resign import seat_resign
from games.play.seats.services import seat_return
from games.play.waits.pauses import pause_want
from tests.factories import make_person, make_staff
from tests.leagues.leagues import DAY, all_over, attend, begun_league, game_over, games_of, make_league, pairs
from tests.standing.tables import refused

pytestmark = pytest.mark.django_db
BOT: Final = "Hirdman"


@pytest.fixture
def four(alice: User, bob: User, charlie: User) -> list[User]:
    return [alice, bob, charlie, make_person("dora")]


def played_through(league: League) -> None:
    """Let each game end in its first seat's victory, until the league is over."""
    while League.objects.get(pk=league.pk).status != League.Status.OVER:
        all_over(league)
        attend(league)


def met(league: League) -> Counter[frozenset[str]]:
    return Counter(frozenset(names) for names in pairs(games_of(league)))


def test_all_meet_twice_and_sit_first_once(four: list[User]) -> None:
    league = begun_league(four)
    played_through(league)
    seated = Counter(map(tuple, pairs(games_of(league))))
    assert set(seated.values()) == {1}
    assert len(seated) == 4 * 3
    assert set(met(league).values()) == {2}


def test_tables_follow_the_schedule(four: list[User]) -> None:
    league = begun_league(four, seats=3)
    assert league.rounds == [[list(table) for table in each] for each in league_rounds(4, 3)]
    played_through(league)
    assert LeagueGame.objects.filter(league=league).count() == 2 * sum(len(each) for each in league.rounds)


def test_games_have_the_leagues_options(four: list[User]) -> None:
    league = begun_league(four, seats=3, pace="8h", goat=True, target=20, undo=False, weekends_off=True)
    for game in games_of(league):
        options = (game.pace, game.goat, game.target, game.undo, game.weekends_off, game.visibility, game.status)
        assert options == ("8h", True, 20, False, True, "private", "running")
        assert (game.name, game.ends_by) == ("Winter league", league.ends_at)
        told = Notice.objects.filter(game=game, kind=Notice.Kind.STARTED)
        assert set(told.values_list("user", flat=True)) == set(game.seats.values_list("user", flat=True))


def test_no_organiser_is_needed(four: list[User]) -> None:
    """The league begins when its sign-up ends, goes on and ends, while its founder does nothing, or has gone."""
    league = make_league(four)
    assert leagues_sweep() == 0, "sign-up goes on"
    league_leave(public_id=league.public_id, user=four[0])
    with time_machine.travel(league.signup_ends_at):
        assert leagues_sweep() == 2, "one of three sits out"
        league.refresh_from_db()
        assert (league.status, league.founder) == (League.Status.RUNNING, four[1])
        for _round in range(3):
            all_over(league)
            leagues_sweep()
        league.refresh_from_db()
        assert league.status == League.Status.OVER
        assert set(met(league).values()) == {2}


def test_a_sign_up_of_two_is_cancelled(alice: User, bob: User) -> None:
    league = make_league([alice, bob])
    assert refused(lambda: league_begin(public_id=league.public_id, user=alice)) == LeagueReason.TOO_FEW
    with time_machine.travel(league.signup_ends_at):
        assert leagues_sweep() == 0
    league.refresh_from_db()
    assert league.status == League.Status.CANCELLED


def test_nobody_is_waited_for(four: list[User]) -> None:
    """While one game drags on, the others go on with their next ones; and each round has a date by which all of its
    games begin, whatever still runs.
    """
    league = begun_league([*four, make_person("emil"), make_person("fritz")])
    slow = games_of(league)[0]
    dragging = set(pairs([slow])[0])
    for game in games_of(league)[1:]:
        game_over(game, [0, 15])
    assert attend(league), "games of others begin"
    later = pairs(games_of(league, ended_at=None))
    assert all(not dragging & set(names) for names in later if set(names) != dragging)
    last = round_begins_by(league, len(league.rounds) - 1)
    with time_machine.travel(last):
        attend(league)
        assert set(met(league).values()) == {2}, "all games have begun"
        assert not attend(league)
    assert league.begun_at is not None
    assert last <= league.begun_at + (league.ends_at - league.begun_at) * BEGIN_SHARE


def test_no_pause_drags_on(four: list[User]) -> None:
    league = begun_league(four)
    game = games_of(league)[0]
    for seat in game.seats.select_related("user"):
        pausing = refused(partial(pause_want, public_id=game.public_id, user=seat.user, want=True))
        assert pausing == PlayReason.NO_PAUSES
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING


def test_at_its_date_stand_ins_play_all_games_to_the_end_and_each_counts(four: list[User]) -> None:
    league = begun_league(four[:3], seats=3, target=None)
    with time_machine.travel(league.ends_at - timedelta(minutes=1)):
        assert endings_sweep() == 0
    with time_machine.travel(league.ends_at):
        assert endings_sweep() == 2
        assert endings_sweep() == 0, "done"
        game = games_of(league)[0]
        returning = refused(lambda: seat_return(public_id=game.public_id, user=four[0]))
        assert returning == PlayReason.PLAYED_OUT
        while unfinished := games_of(league, ended_at=None):
            assert bot_turn_play(game_id=unfinished[0].pk, version=unfinished[0].version)
        attend(league)
    league.refresh_from_db()
    assert league.status == League.Status.OVER
    table = standings(finishes_of(league, members := list(league.members.all())), members)
    assert [tally.games for tally in table] == [2, 2, 2]
    assert sum(tally.points for tally in table) == 2 * 3 * 2


def test_games_that_the_site_could_not_begin_in_time_are_played_too(four: list[User]) -> None:
    league = begun_league(four)
    with time_machine.travel(league.ends_at + DAY):
        attend(league)
        assert set(met(league).values()) == {2}
        assert endings_sweep() == 4 * 3
        assert not Seat.objects.filter(held_by__is_bot=False).exists()


def test_no_finished_game_is_left_out_or_counted_twice(four: list[User]) -> None:
    league = begun_league(four)
    seat_resign(public_id=games_of(league)[0].public_id, user=four[0])
    played_through(league)
    attend(league)
    finished = Game.objects.filter(in_league__league=league, status=Game.Status.FINISHED)
    table = standings(finishes_of(league, members := list(league.members.all())), members)
    assert [tally.games for tally in table] == [6] * 4
    assert sum(tally.points for tally in table) == 2 * finished.count() == 2 * 12


@pytest.mark.parametrize("how", ["leaves", "closes", "is banned", "is barred"])
def test_no_account_that_is_gone_is_paired_again(four: list[User], how: str) -> None:
    """A stand-in bot sits in the games that begin later, so that the others play as many as planned."""
    league = begun_league(four)
    gone = four[1]
    _go(gone, league, how)
    before = Seat.objects.filter(user=gone).count()
    played_through(league)
    assert Seat.objects.filter(user=gone).count() == before == 2
    assert Seat.objects.filter(user=caretaker_user(), kind=Seat.Kind.BOT).count() == 4
    others = [user.handle for user in four if user != gone]
    games = Counter(name for names in pairs(games_of(league)) for name in names)
    assert [games[name] for name in others] == [6] * 3


def _go(person: User, league: League, how: str) -> None:
    match how:
        case "leaves":
            league_leave(public_id=league.public_id, user=person)
        case "closes":
            account_erase(user=person)
        case "is banned":
            sanction_impose(actor=make_staff("mona", "moderator"), user=person, kind="ban", reason="Cheats.")
        case "is barred":
            User.objects.filter(pk=person.pk).update(barred_until=timezone.now() + 300 * DAY)


def test_people_with_a_block_are_not_seated_together(four: list[User]) -> None:
    league = begun_league(four[:3])
    [playing] = met(league)
    blocker, other = next(
        (one, two) for one in four[:3] for two in four[:3] if one != two and {one.handle, two.handle} != playing
    )
    person_block(user=blocker, handle=other.handle)
    played_through(league)
    tables = met(league)
    assert tables[frozenset({blocker.handle, other.handle})] == 0
    assert tables[frozenset({other.handle, caretaker_user().handle})] == 2


def test_a_table_that_all_have_left_has_no_games(four: list[User]) -> None:
    league = begun_league(four[:3])
    for person in four[:3]:
        league_leave(public_id=league.public_id, user=person)
    played_through(league)
    assert len(games_of(league)) == 2


def test_away_days_beyond_the_leagues_number_stop_no_clock(alice: User, bob: User, charlie: User) -> None:
    league = begun_league([alice, bob, charlie])
    game = games_of(league)[0]
    acts = next(seat.user for seat in game.seats.all() if seat.number == game.to_act)
    today = timezone.now().date()
    due = game.deadline.due_at
    absences.absence_add(user=acts, first=today + 2 * DAY, last=today + 4 * DAY)
    absences.absence_add(user=acts, first=today, last=today + DAY)
    absences.absence_add(user=acts, first=today + 5 * DAY, last=today + 9 * DAY)
    assert game.seats.get(user=acts).away_until == today + 4 * DAY
    game.deadline.refresh_from_db()
    later = game.deadline.due_at
    assert due is not None
    assert later is not None
    assert due + 4 * DAY < later <= due + 5 * DAY, "five days count, also in another order"


def test_games_that_begin_later_count_the_days_already_taken(alice: User, bob: User, charlie: User) -> None:
    league = begun_league([alice, bob, charlie])
    today = timezone.now().date()
    for person in (alice, bob, charlie):
        absences.absence_add(user=person, first=today + DAY, last=today + 7 * DAY)
    all_over(league)
    attend(league)
    assert set(Seat.objects.filter(game__ended_at=None).values_list("away_until", flat=True)) == {today + 5 * DAY}


def test_only_the_founder_begins_early(four: list[User]) -> None:
    league = make_league(four)
    assert refused(lambda: league_begin(public_id=league.public_id, user=four[1])) == LeagueReason.NOT_FOUNDER
    league_begin(public_id=league.public_id, user=four[0])
    assert refused(lambda: league_begin(public_id=league.public_id, user=four[0])) == LeagueReason.STARTED


def test_members_who_may_not_play_when_it_begins_are_left_out(four: list[User]) -> None:
    league = make_league(four)
    User.objects.filter(pk=four[2].pk).update(barred_until=timezone.now() + DAY)
    league_begin(public_id=league.public_id, user=four[0])
    numbered: Sequence[int | None] = list(league.members.values_list("number", flat=True))
    assert sorted(number for number in numbered if number is not None) == [0, 1, 2]
    with pytest.raises(Refused):
        league_begin(public_id=league.public_id, user=four[0])
