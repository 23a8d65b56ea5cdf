"""Playing a week's hands: once a person, within the week, with one result, which is compared after it."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from accounts.privacy.erasure import account_erase
from games.daily.errors import DailyReason
from games.daily.services import plays_merge
from games.daily.solo import turn_taken
from games.engine import Refusal
from games.errors import Refused
from games.models import DuplicateRating, HandPlay, WeeklyChain, WeeklyHand, WeeklyResult
from games.play.errors import TurnRefused
from games.ratings.duplicate import figure
from games.weekly.calendar import WEEK as SEVEN_DAYS
from games.weekly.comparing import weeks_compare
from games.weekly.errors import WeeklyReason
from games.weekly.hands import WEEKS, hands_deal
from games.weekly.selectors import own_rank, ranking
from games.weekly.services import weekly_begin, weekly_turn, weeks_merge
from games.weekly.upkeep import weekly_sweep
from tests.daily.conftest import first_turn, hand_of
from tests.threads import at_once
from tests.weekly.conftest import FIRST, MONDAY, WEEK, play_hand, play_week, turn_next


def test_a_week_has_eight_hands_of_its_chain(chain: WeeklyChain) -> None:
    rows = hands_deal(WEEK)
    assert [row.number for row in rows] == list(range(1, 9))
    assert [WEEKS.number(row.chain, row.week, row.number) for row in rows] == list(range(17, 25))
    assert len({tuple(row.hand.deck) for row in rows}) == 8
    assert hands_deal(WEEK) == rows


def test_two_people_who_play_the_same_turns_meet_the_same_answers(alice: User, bob: User) -> None:
    mine, theirs = play_hand(alice, 3), play_hand(bob, 3)
    assert (mine.turns, mine.points) == (theirs.turns, theirs.points)


def test_hands_are_played_in_any_order_and_go_on_where_they_were(alice: User) -> None:
    begun = turn_next(weekly_begin(week=WEEK, number=5, user=alice), alice, 5)
    play_hand(alice, 2)
    again = weekly_begin(week=WEEK, number=5, user=alice)
    assert (again.pk, again.turns) == (begun.pk, begun.turns)
    result = WeeklyResult.objects.get()
    assert (result.hands, result.points) == (1, HandPlay.objects.get(hand__weekly__number=2).points)


def test_a_hand_has_one_try(alice: User) -> None:
    play = play_hand(alice, 1)
    with pytest.raises(TurnRefused) as refused:
        weekly_turn(week=WEEK, number=1, user=alice, turns=len(play.turns.split()), text="pass")
    assert refused.value.reason == Refusal.HAND_OVER
    assert weekly_begin(week=WEEK, number=1, user=alice).turns == play.turns


def test_a_week_ends_on_monday_at_midnight_utc(alice: User, noon: Any) -> None:
    noon.move_to(MONDAY - timedelta(seconds=1))
    play = weekly_begin(week=WEEK, number=1, user=alice)
    noon.move_to(MONDAY)
    for act in (partial(turn_next, play, alice, 1), partial(weekly_begin, week=WEEK, number=2, user=alice)):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.reason == WeeklyReason.OVER


def test_no_hand_is_dealt_before_its_week(alice: User) -> None:
    with pytest.raises(Refused) as refused:
        weekly_begin(week=WEEK + SEVEN_DAYS, number=1, user=alice)
    assert refused.value.reason == WeeklyReason.OVER
    assert not WeeklyHand.objects.exists()


def test_guests_are_refused(db: None) -> None:
    guest = User.objects.create_user(handle="nina", is_guest=True)
    with pytest.raises(Refused) as refused:
        weekly_begin(week=WEEK, number=1, user=guest)
    assert refused.value.reason == WeeklyReason.ACCOUNT_NEEDED


@pytest.mark.parametrize("number", [1, 9])
def test_a_turn_before_the_deal_is_refused(alice: User, number: int) -> None:
    with pytest.raises(Refused) as refused:
        weekly_turn(week=WEEK, number=number, user=alice, turns=0, text="pass")
    assert refused.value.reason == DailyReason.NOT_BEGUN


def test_only_whole_weeks_are_ranked_and_ties_share_a_place(alice: User, bob: User, charlie: User) -> None:
    points = play_week(alice)
    assert play_week(bob) == points
    play_hand(charlie, 1)
    rows = ranking(WEEK, alice, 1).items
    assert [(row.place, row.user, row.points, row.is_me) for row in rows] == [
        (1, alice, points, True),
        (1, bob, points, False),
    ]
    third = User.objects.create_user(handle="dora")
    WeeklyResult.objects.create(user=third, week=WEEK, hands=8, points=points + 1, finished_at=MONDAY)
    assert [row.place for row in ranking(WEEK, None, 1).items] == [1, 1, 3]
    own = own_rank(WEEK, third)
    assert own is not None
    assert own.place == 3
    unfinished = own_rank(WEEK, charlie)
    assert unfinished is not None
    assert (unfinished.place, unfinished.hands) == (None, 1)


def test_suspended_and_closed_accounts_are_not_ranked(alice: User, bob: User) -> None:
    for user in (alice, bob):
        WeeklyResult.objects.create(user=user, week=WEEK, hands=8, points=9, finished_at=MONDAY)
    User.objects.filter(pk=alice.pk).update(suspended_until=MONDAY + timedelta(days=9))
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert ranking(WEEK, None, 1).items == []


def test_after_the_week_each_hand_is_compared_with_the_others_of_its_field(
    alice: User, bob: User, charlie: User, noon: Any
) -> None:
    play_week(alice)
    play_hand(bob, 1, worst=True)
    play_hand(charlie, 1)
    assert weeks_compare() == 0, "not before its end"
    noon.move_to(MONDAY)
    assert weeks_compare() == 3
    plays = HandPlay.objects.filter(hand__weekly__number=1)
    points = {play.user_id: play.points or 0 for play in plays}
    found = {row.user_id: row for row in WeeklyResult.objects.all()}
    for person in (alice, bob, charlie):
        others = [points[other.pk] for other in (alice, bob, charlie) if other != person]
        assert found[person.pk].margin == pytest.approx(sum(others) / 2 - points[person.pk])
        assert found[person.pk].compared == 1, "others finished no other hand"
        rating = DuplicateRating.objects.get(user=person)
        assert rating.figure == pytest.approx(figure(rating.margin, 1))
    assert weeks_compare() == 0


def test_a_player_alone_in_the_field_has_no_figure_but_a_place(alice: User, noon: Any) -> None:
    play_week(alice)
    noon.move_to(MONDAY)
    weeks_compare()
    rating = DuplicateRating.objects.get()
    assert (rating.hands, rating.figure) == (0, 0.0)


def test_the_next_chain_is_published_a_week_before_its_first_deal(noon: Any) -> None:
    assert weekly_sweep() == 8
    assert weekly_sweep() == 0
    noon.move_to(MONDAY + 11 * SEVEN_DAYS)
    assert weekly_sweep() == 8
    noon.shift(SEVEN_DAYS)
    assert weekly_sweep() == 9
    assert WeeklyChain.objects.latest("first_day").first_day == FIRST + 16 * SEVEN_DAYS


def test_a_merged_account_passes_its_weeks_on(alice: User, bob: User, noon: Any) -> None:
    play_hand(alice, 1)
    play_hand(bob, 2)
    play_hand(bob, 1, worst=True)
    plays_merge(first=alice, second=bob)
    weeks_merge(first=alice, second=bob)
    result = WeeklyResult.objects.get()
    assert (result.user, result.hands) == (alice, 2)
    noon.move_to(MONDAY)
    weeks_compare()
    assert DuplicateRating.objects.get().user == alice


def test_an_erased_account_leaves_no_week(alice: User, bob: User, noon: Any) -> None:
    play_hand(alice, 1)
    play_hand(bob, 1)
    noon.move_to(MONDAY)
    weeks_compare()
    account_erase(user=alice)
    assert [row.user for row in WeeklyResult.objects.all()] == [bob]
    assert [row.user for row in DuplicateRating.objects.all()] == [bob]


@pytest.mark.django_db(transaction=True)
def test_hands_that_end_at_the_same_time_are_both_counted(alice: User) -> None:
    ready: list[Any] = []
    for number in (1, 2):
        play = weekly_begin(week=WEEK, number=number, user=alice)
        while True:
            following = HandPlay.objects.get(pk=play.pk)
            try_turn = partial(turn_next, following, alice, number)
            if _ends(following):
                ready.append(try_turn)
                break
            play = try_turn()
    assert at_once(*ready) == ["accepted", "accepted"]
    assert WeeklyResult.objects.get().hands == 2


def _ends(play: HandPlay) -> bool:
    """Whether the person's next turn ends the hand."""
    hand = hand_of(play)
    return turn_taken(hand, str(first_turn(hand))).state.over


@pytest.mark.django_db(transaction=True)
def test_a_week_is_dealt_once_however_many_begin_at_once(alice: User, bob: User) -> None:
    begin = [partial(weekly_begin, week=WEEK, number=1, user=user) for user in (alice, bob)]
    assert at_once(*begin) == ["accepted"] * 2
    assert WeeklyHand.objects.count() == 8
