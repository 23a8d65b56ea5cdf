"""The next game: by one press, without invitations, with those who are in."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.errors import GameError
from games.lobby.expiry import contributions_close
from games.lobby.limits import MAX_NEW
from games.lobby.services import NewGame, game_leave
from games.models import Absence, Game, Invitation, LimitedAct, Notice, Seat, StandingTable
from games.people.acts import acts_note
from games.people.blocks import person_block
from games.play.bot_accounts import caretaker_user
from games.play.selectors import visible_game
from games.standing import services
from games.standing.errors import NoSuchTable, StandingReason
from games.standing.next_game import GOES_ON_AFTER, next_game_begin, tables_sweep
from tests.clients import ClientOf
from tests.factories import make_person
from tests.games_laid import finished_game
from tests.page_texts import words_of
from tests.standing.tables import finished_at, game_over, make_table, refused
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def names(game: Game) -> list[str]:
    return list(game.seats.order_by("number").values_list("user__handle", flat=True))


def begin(table: StandingTable, user: User) -> Game:
    return next_game_begin(public_id=table.public_id, user=user)


def test_one_press_seats_all_who_are_in_and_invites_nobody(alice: User, bob: User, charlie: User) -> None:
    table = make_table([alice, bob, charlie], pace="8h", goat=True, target=20)
    game = begin(table, bob)
    assert sorted(names(game)) == ["alice", "bob", "charlie"]
    assert (game.pace, game.goat, game.target, game.name, game.visibility) == ("8h", True, 20, "Thursday", "private")
    assert not Invitation.objects.exists()
    assert game.contributions_due_at == game.created_at + timedelta(seconds=60)
    assert begin(table, alice) == game, "a second press"
    with time_machine.travel(game.contributions_due_at):
        assert contributions_close(public_id=game.public_id)
    assert begin(table, alice) == game
    told = Notice.objects.filter(game=game, kind=Notice.Kind.STARTED)
    assert set(told.values_list("user__handle", flat=True)) == {"alice", "bob", "charlie"}


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_the_same_time_begin_one_game() -> None:
    alice, bob = make_person("alice"), make_person("bob")
    table = make_table([alice, bob])
    assert at_once(lambda: begin(table, alice), lambda: begin(table, bob)) == ["accepted", "accepted"]
    assert Game.objects.count() == 1


def test_only_members_begin_games(alice: User, bob: User, charlie: User) -> None:
    table = make_table([alice, bob])
    with pytest.raises(NoSuchTable):
        begin(table, charlie)
    with pytest.raises(NoSuchTable):
        next_game_begin(public_id="nowhere", user=alice)


def test_a_game_needs_two(alice: User, bob: User) -> None:
    assert refused(lambda: begin(make_table([alice]), alice)) == StandingReason.TOO_FEW
    table = make_table([alice, bob])
    services.member_sit_out(public_id=table.public_id, user=bob)
    assert refused(lambda: begin(table, alice)) == StandingReason.TOO_FEW
    assert not Game.objects.exists()
    services.member_come_back(public_id=table.public_id, user=bob)
    assert sorted(names(begin(table, alice))) == ["alice", "bob"]


def test_a_week_out_passes(alice: User, bob: User) -> None:
    table = make_table([alice, bob])
    services.member_sit_out(public_id=table.public_id, user=bob)
    with time_machine.travel(timezone.now() + services.OUT_FOR + timedelta(minutes=1)):
        assert sorted(names(begin(table, alice))) == ["alice", "bob"]


def test_members_take_turns_to_sit_out_and_the_seats_move(alice: User, bob: User, charlie: User) -> None:
    table = make_table([alice, bob, charlie], seats=2)
    played, hosts = [], []
    for _game in range(6):
        game = begin(table, alice)
        played.append(set(names(game)))
        hosts.append(game.host.handle)
        game_over(game)
    assert all(played[number] != played[number + 1] for number in range(5))
    assert {frozenset(group) for group in played[:3]} == {frozenset(group) for group in played[3:]}
    assert len({frozenset(group) for group in played}) == 3
    assert len(set(hosts)) > 1


def test_away_barred_and_closed_members_sit_out(alice: User, bob: User, charlie: User) -> None:
    dora, emil = make_person("dora"), make_person("emil")
    table = make_table([alice, bob, charlie, dora, emil])
    today = timezone.now().date()
    Absence.objects.create(user=bob, first=today, last=today, created_at=timezone.now())
    User.objects.filter(pk=charlie.pk).update(barred_until=timezone.now() + timedelta(days=1))
    User.objects.filter(pk=dora.pk).update(is_active=False)
    assert sorted(names(begin(table, alice))) == ["alice", "emil"]


def test_a_blocked_pair_is_never_seated_together(alice: User, bob: User, charlie: User) -> None:
    table = make_table([alice, bob, charlie])
    person_block(user=alice, handle="bob")
    together = []
    for _game in range(4):
        game = begin(table, charlie)
        together.append(set(names(game)))
        game_over(game)
    assert sorted(map(sorted, together)) == [["alice", "charlie"]] * 2 + [["bob", "charlie"]] * 2


def test_a_member_whose_game_a_bot_finished_sits_out_until_they_are_in(alice: User, bob: User, charlie: User) -> None:
    table = make_table([alice, bob, charlie])
    game = finished_at(table, [alice, bob, charlie])
    Seat.objects.filter(game=game, user=bob).update(held_by=caretaker_user())
    following = begin(table, alice)
    assert sorted(names(following)) == ["alice", "charlie"]
    game_over(following)
    services.member_come_back(public_id=table.public_id, user=bob)
    assert sorted(names(begin(table, alice))) == ["alice", "bob", "charlie"]


def test_a_member_who_left_before_the_start_sits_out_until_they_are_in(alice: User, bob: User, charlie: User) -> None:
    table = make_table([alice, bob, charlie])
    first = begin(table, alice)
    game_leave(public_id=first.public_id, user=bob)
    second = begin(table, alice)
    first.refresh_from_db()
    assert (first.status, second.status) == (Game.Status.CANCELLED, Game.Status.OPEN)
    assert sorted(names(second)) == ["alice", "charlie"]
    game_over(second)
    services.member_come_back(public_id=table.public_id, user=bob)
    assert sorted(names(begin(table, alice))) == ["alice", "bob", "charlie"]


def test_a_member_whose_time_ran_out_at_the_end_sits_out_until_they_are_in(
    alice: User, bob: User, charlie: User
) -> None:
    table = make_table([alice, bob, charlie], timeout_action="pass")
    game = finished_at(table, [alice, bob, charlie])
    Seat.objects.filter(game=game, user=bob).update(timeouts=1)
    following = begin(table, alice)
    assert sorted(names(following)) == ["alice", "charlie"]
    game_over(following)
    services.member_come_back(public_id=table.public_id, user=bob)
    assert sorted(names(begin(table, alice))) == ["alice", "bob", "charlie"]


@pytest.mark.parametrize("pace", ["60s", "3m"])
def test_at_live_paces_only_members_who_are_online_are_seated(
    alice: User, bob: User, charlie: User, pace: str, client_of: ClientOf
) -> None:
    table = make_table([alice, bob, charlie], pace=pace, rated=True)
    assert refused(lambda: begin(table, alice)) == StandingReason.TOO_FEW, "they sleep"
    page = reverse("games:standing", args=[table.public_id])
    client_of(bob).get(page, headers={"Sec-Fetch-Mode": "cors"})
    assert refused(lambda: begin(table, alice)) == StandingReason.TOO_FEW, "an open page fetched itself again"
    client_of(bob).get(page)
    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        assert refused(lambda: begin(table, alice)) == StandingReason.TOO_FEW, "long ago"
    game = begin(table, alice)
    assert sorted(names(game)) == ["alice", "bob"]


def test_at_other_paces_absent_members_are_seated(alice: User, bob: User) -> None:
    assert sorted(names(begin(make_table([alice, bob], pace="1h"), alice))) == ["alice", "bob"]


@pytest.mark.parametrize("change", [{"pace": "1h"}, {"rated": True}])
def test_members_agree_again_to_another_pace_or_rating(
    alice: User, bob: User, charlie: User, change: dict[str, Any]
) -> None:
    table = make_table([alice, bob, charlie], pace="1d")
    options: dict[str, Any] = {"seats": 5, "pace": "1d"}
    services.table_change(public_id=table.public_id, user=alice, new=NewGame(**options), goes_on=True)
    assert not table.members.exclude(unasked="").exists(), "other options need no agreement"
    services.table_change(public_id=table.public_id, user=alice, new=NewGame(**options | change), goes_on=True)
    assert refused(lambda: begin(table, alice)) == StandingReason.TOO_FEW
    services.member_come_back(public_id=table.public_id, user=bob)
    assert sorted(names(begin(table, charlie))) == ["alice", "bob"]


def test_members_over_their_limits_sit_out(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    table = make_table([alice, bob, charlie])
    acts_note([bob] * MAX_NEW, LimitedAct.Kind.GAME, timezone.now())
    page = words_of(client_of(alice).get(reverse("games:standing", args=[table.public_id])))
    assert "bob Too many games now" in page
    assert "alice, charlie" in page
    acts_note([charlie] * MAX_NEW, LimitedAct.Kind.GAME, timezone.now())
    assert "Start next game" not in words_of(client_of(alice).get(reverse("games:standing", args=[table.public_id])))
    assert refused(lambda: begin(table, alice)) == StandingReason.TOO_FEW


def test_games_with_a_guest_are_not_rated(alice: User, bob: User) -> None:
    table = make_table([alice, bob], rated=True)
    game = begin(table, alice)
    assert game.rated
    game_over(game)
    services.table_join_as_guest(token=table.invite_token, handle="Nina", time_zone="UTC", language="en")
    assert not begin(table, alice).rated


def test_members_see_games_that_they_sit_out_and_others_do_not(alice: User, bob: User, charlie: User) -> None:
    table = make_table([alice, bob, charlie], seats=2)
    game = begin(table, alice)
    for member in (alice, bob, charlie):
        assert visible_game(game.public_id, member) == game
    with pytest.raises(GameError):
        visible_game(game.public_id, make_person("dora"))


def test_the_next_game_begins_by_itself_where_the_table_has_that(alice: User, bob: User) -> None:
    quiet, busy = make_table([alice, bob]), make_table([alice, bob], goes_on=True)
    assert tables_sweep() == 0, "the first game needs a press"
    for table in (quiet, busy):
        finished_at(table, [alice, bob])
    assert tables_sweep() == 0
    later = timezone.now() + GOES_ON_AFTER + timedelta(minutes=1)
    with time_machine.travel(later):
        assert (tables_sweep(), tables_sweep()) == (1, 0)
        assert busy.games.count() == 2
    assert quiet.games.count() == 1


def test_a_table_whose_members_are_out_waits_quietly(alice: User, bob: User) -> None:
    table = make_table([alice, bob], goes_on=True)
    game = finished_at(table, [alice, bob])
    Seat.objects.filter(game=game).update(held_by=caretaker_user())
    with time_machine.travel(timezone.now() + timedelta(days=3)):
        assert tables_sweep() == 0
    assert finished_game([alice, bob], recorded="single_hand_of_two") != game
