"""Playing a day's hand: once a person, the same for everyone, on its day alone."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.db import transaction
from django.test import override_settings

from accounts.models import User
from accounts.privacy.erasure import account_erase
from games.daily.calendar import DAY
from games.daily.chain import DAYS, day_chain
from games.daily.errors import DailyReason
from games.daily.owner import Owner
from games.daily.selectors import best_play, field, friends_results, solo_of, standing
from games.daily.services import daily_hand, day_begin, day_turn, hand_begin, plays_merge, visit_claim
from games.daily.solo import bot_line
from games.daily.strongest import strongest_line
from games.daily.upkeep import daily_sweep
from games.engine import Refusal
from games.errors import Refused
from games.models import DailyChain, DailyHand, HandPlay
from games.people.friends import friend_accept, friend_ask
from games.play.errors import TurnRefused
from tests.daily.conftest import FIRST_DAY, TODAY, hand_of, member, play_day, turn_next
from tests.threads import at_once

VISITOR = Owner(None, "a" * 32)


def test_two_people_who_play_the_same_turns_meet_the_same_answers(alice: User) -> None:
    mine, theirs = play_day(member(alice)), play_day(VISITOR)
    assert mine.turns == theirs.turns
    assert mine.points == theirs.points
    assert hand_of(mine).state.over


def test_a_bots_turn_depends_on_the_turns_before_it_alone(alice: User) -> None:
    """The strongest bot's line, worked out again, is the one that was stored."""
    hand = daily_hand(TODAY).hand
    strongest_line(hand_id=hand.pk)
    hand.refresh_from_db()
    assert " ".join(bot_line(solo_of(hand), "jarl").turns) == hand.strongest


def test_a_hand_is_begun_once_and_goes_on_where_it_was(alice: User) -> None:
    play = turn_next(day_begin(day=TODAY, owner=member(alice)), member(alice))
    again = day_begin(day=TODAY, owner=member(alice))
    assert (again.pk, again.turns) == (play.pk, play.turns)
    assert HandPlay.objects.count() == 1


def test_a_finished_hand_takes_no_turn(alice: User) -> None:
    play = play_day(member(alice))
    with pytest.raises(TurnRefused) as refused:
        day_turn(day=TODAY, owner=member(alice), turns=len(play.turns.split()), text="pass")
    assert refused.value.reason == Refusal.HAND_OVER


def test_a_turn_on_an_older_table_changes_nothing(alice: User) -> None:
    before = day_begin(day=TODAY, owner=member(alice))
    play = turn_next(before, member(alice))
    with pytest.raises(TurnRefused) as refused:
        turn_next(before, member(alice))
    assert refused.value.reason == Refusal.STALE_VERSION
    assert HandPlay.objects.get().turns == play.turns


def test_a_turn_before_the_deal_is_refused(alice: User) -> None:
    with pytest.raises(Refused) as refused:
        day_turn(day=TODAY, owner=member(alice), turns=0, text="pass")
    assert refused.value.reason == DailyReason.NOT_BEGUN


MIDNIGHT = datetime(2026, 11, 28, tzinfo=UTC)


@pytest.mark.parametrize(("days", "minutes"), [(0, 0), (1, -1), (1, 29)])
def test_a_day_begins_at_midnight_utc_and_stays_open_half_an_hour_after_it(
    alice: User, noon: Any, days: int, minutes: int
) -> None:
    noon.move_to(MIDNIGHT + timedelta(days=days, minutes=minutes))
    assert day_begin(day=TODAY, owner=member(alice)).hand.daily.day == TODAY


@pytest.mark.parametrize(("days", "minutes"), [(0, -1), (1, 30)])
def test_no_hand_is_dealt_before_its_day_or_after_it(alice: User, noon: Any, days: int, minutes: int) -> None:
    noon.move_to(MIDNIGHT + timedelta(days=days, minutes=minutes))
    with pytest.raises(Refused) as refused:
        day_begin(day=TODAY, owner=member(alice))
    assert refused.value.reason == DailyReason.CLOSED
    assert not DailyHand.objects.exists()


def test_a_hand_begun_before_midnight_may_be_finished_soon_after(alice: User, noon: Any) -> None:
    noon.move_to(datetime(2026, 11, 28, 23, 59, tzinfo=UTC))
    before = day_begin(day=TODAY, owner=member(alice))
    noon.move_to(datetime(2026, 11, 29, 0, 5, tzinfo=UTC))
    play = turn_next(before, member(alice))
    assert len(play.turns) > len(before.turns)
    assert play.finished_at is None, "turns are left for the next try"
    noon.move_to(datetime(2026, 11, 29, 0, 31, tzinfo=UTC))
    with pytest.raises(Refused) as refused:
        turn_next(play, member(alice))
    assert refused.value.reason == DailyReason.CLOSED
    assert HandPlay.objects.get().turns == play.turns


def test_days_in_a_row_are_counted_and_a_missed_day_starts_again(alice: User, noon: Any) -> None:
    streaks = []
    for days in (0, 1, 2, 4, 5):
        noon.move_to(datetime(2026, 11, 28, 12, tzinfo=UTC) + timedelta(days=days))
        streaks.append(play_day(member(alice), TODAY + days * DAY).streak)
    assert streaks == [1, 2, 3, 1, 2]
    assert standing(member(alice)).streak == 2
    noon.shift(timedelta(days=1))
    assert (standing(member(alice)).done, standing(member(alice)).streak) == (False, 2), "alive until the day is over"
    noon.shift(timedelta(days=1))
    assert standing(member(alice)).streak == 0


def test_a_day_finished_after_the_next_one_still_joins_the_streak(alice: User, noon: Any) -> None:
    play = day_begin(day=TODAY, owner=member(alice))
    noon.move_to(datetime(2026, 11, 29, 0, 5, tzinfo=UTC))
    following = play_day(member(alice), TODAY + DAY)
    while play.finished_at is None:
        play = turn_next(play, member(alice))
    following.refresh_from_db()
    assert (play.streak, following.streak) == (1, 2)


def test_a_visitors_hands_follow_them_to_an_account(alice: User, noon: Any) -> None:
    play_day(VISITOR)
    noon.shift(timedelta(days=1))
    play_day(member(alice), TODAY + DAY)
    visit_claim(user=alice, visitor=VISITOR.visitor)
    assert [(play.user, play.streak) for play in HandPlay.objects.order_by("begun_at")] == [(alice, 1), (alice, 2)]


def test_an_account_keeps_its_own_play_of_a_hand(alice: User) -> None:
    own = play_day(member(alice))
    play_day(VISITOR)
    visit_claim(user=alice, visitor=VISITOR.visitor)
    assert HandPlay.objects.get(user=alice).pk == own.pk


def while_open(first: Callable[[], object], second: Callable[[], object]) -> list[str]:
    """Call `second` before the transaction of `first` ends. Returns the outcome of `second`."""
    outcomes: list[str] = []
    thread = threading.Thread(target=lambda: outcomes.extend(at_once(second)))
    with transaction.atomic():
        first()
        thread.start()
        thread.join(timeout=0.5)
        assert outcomes == [], "it waits"
    thread.join()
    return outcomes


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("begins_first", [True, False])
def test_an_account_that_begins_the_hand_while_it_logs_in_has_one_play(alice: User, *, begins_first: bool) -> None:
    visit, hand = play_day(VISITOR), daily_hand(TODAY).hand
    claim = partial(visit_claim, user=alice, visitor=VISITOR.visitor)
    begin = partial(hand_begin, hand, member(alice))
    if begins_first:
        assert while_open(begin, claim) == ["accepted"]
        assert not HandPlay.objects.get(user=alice).finished_at, "its own"
        assert HandPlay.objects.get(visitor=VISITOR.visitor) == visit
    else:
        assert while_open(claim, partial(day_begin, day=TODAY, owner=member(alice))) == ["accepted"]
        play = HandPlay.objects.get()
        assert (play.pk, play.user, play.turns, play.streak) == (visit.pk, alice, visit.turns, 1)


@pytest.mark.django_db(transaction=True)
def test_a_hand_begun_while_its_account_logs_in_leaves_the_other_hands_of_the_visit(alice: User, noon: Any) -> None:
    play_day(VISITOR)
    noon.shift(DAY)
    play_day(VISITOR, TODAY + DAY)
    begin = partial(hand_begin, daily_hand(TODAY + DAY).hand, member(alice))
    assert while_open(begin, partial(visit_claim, user=alice, visitor=VISITOR.visitor)) == ["accepted"]
    plays = HandPlay.objects.filter(user=alice).order_by("hand__daily__day")
    assert [(play.hand.daily.day, play.points is not None) for play in plays] == [(TODAY, True), (TODAY + DAY, False)]


def test_everyones_points_are_those_of_accounts_from_the_start(alice: User, bob: User) -> None:
    guest = User.objects.create_user(handle="nina", is_guest=True)
    play = play_day(member(alice))
    play_day(member(guest))
    play_day(VISITOR)
    visit_claim(user=bob, visitor=VISITOR.visitor)
    hand = daily_hand(TODAY).hand
    assert field(hand).counts == {play.points: 1}, "a visitor could have tried before"
    assert best_play(hand) == play


def test_friends_who_have_finished_are_shown_and_nobody_else(alice: User, bob: User, charlie: User) -> None:
    friend_ask(user=alice, handle="bob")
    friend_accept(user=bob, handle="alice")
    play_day(member(bob))
    play_day(member(charlie))
    assert [user for user, _points in friends_results(daily_hand(TODAY).hand, alice)] == [bob]


def test_the_next_chain_is_published_days_before_its_first_deal(noon: Any) -> None:
    assert daily_sweep() == 0
    noon.move_to(datetime(2027, 3, 3, 12, tzinfo=UTC))
    assert daily_sweep() == 1
    assert daily_sweep() == 0
    newest = DailyChain.objects.latest("first_day")
    assert newest.first_day == FIRST_DAY + 128 * DAY


def test_a_chain_that_cannot_be_read_deals_nothing_and_the_next_day_has_a_new_one(alice: User) -> None:
    with override_settings(CHAIN_KEYS=[Fernet.generate_key().decode()]):
        with pytest.raises(Refused) as refused:
            day_begin(day=TODAY, owner=member(alice))
        assert refused.value.reason == DailyReason.NOT_DEALT
        assert not DailyHand.objects.exists()
        assert DAYS.extend(TODAY) == 1
        replaced = day_chain(TODAY + DAY)
        assert replaced is not None
        assert replaced.first_day == TODAY + DAY
        assert DAYS.extend(TODAY) == 0


def test_visitors_plays_are_deleted_when_their_days_are_no_longer_shown(alice: User, noon: Any) -> None:
    play_day(VISITOR)
    play_day(member(alice))
    noon.shift(timedelta(days=31))
    daily_sweep()
    assert [play.user for play in HandPlay.objects.all()] == [alice]


@pytest.mark.django_db(transaction=True)
def test_one_play_a_person_however_often_they_press_at_once(alice: User) -> None:
    begin = partial(day_begin, day=TODAY, owner=member(alice))
    assert at_once(begin, begin, begin) == ["accepted"] * 3
    assert HandPlay.objects.count() == DailyHand.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_turn_however_often_it_is_sent_at_once(alice: User) -> None:
    play = day_begin(day=TODAY, owner=member(alice))
    send = partial(turn_next, play, member(alice))
    assert sorted(at_once(send, send)) == ["accepted", "stale_version"]


def test_a_merged_account_passes_its_hands_on_and_an_erased_one_leaves_none(alice: User, bob: User, noon: Any) -> None:
    play_day(member(alice))
    noon.shift(timedelta(days=1))
    play_day(member(bob), TODAY + DAY)
    plays_merge(first=bob, second=alice)
    assert [play.streak for play in member(bob).plays.order_by("begun_at")] == [1, 2]
    account_erase(user=bob)
    assert not HandPlay.objects.exists()
