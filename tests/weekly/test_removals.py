"""Results of a week that moderators removed: out of the ranking, averages and ratings, until they are restored."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import AuditEntry, User
from games.daily.services import plays_merge
from games.errors import Refused
from games.models import DuplicateRating, HandPlay, WeeklyHand, WeeklyResult
from games.moderation.errors import ActReason, ConflictReason
from games.moderation.weekly import result_remove, result_restore
from games.weekly.comparing import weeks_compare
from games.weekly.hands import WEEKS, hands_deal
from games.weekly.selectors import hand_average, own_rank, ranking, weekly_hand
from games.weekly.services import weeks_merge
from tests.factories import log_in_with_code, make_staff
from tests.page_texts import markup_of, words_of
from tests.weekly.conftest import MONDAY, WEEK, play_hand, play_week


@pytest.fixture
def mona(db: None) -> User:
    return make_staff("mona", "moderator")


def remove(mona: User, person: User) -> WeeklyResult:
    return result_remove(actor=mona, result_id=WeeklyResult.objects.get(user=person).pk, reason="Two accounts.")


def ranked() -> list[str]:
    return [row.user.handle for row in ranking(WEEK, None, 1).items]


def margins() -> dict[str, float | None]:
    return dict(WeeklyResult.objects.values_list("user__handle", "margin"))


def test_a_removed_result_counts_for_nothing_and_a_restored_one_again(
    alice: User, bob: User, charlie: User, mona: User, noon: Any
) -> None:
    play_week(alice)
    play_week(bob, worst=True)
    play_week(charlie)
    noon.move_to(MONDAY)
    weeks_compare()
    before, ratings = margins(), dict(DuplicateRating.objects.values_list("user", "margin"))
    result = remove(mona, bob)
    hand = weekly_hand(WEEK, 1)
    assert hand is not None
    assert hand_average(hand) == HandPlay.objects.get(user=alice, hand=hand.hand_id).points
    assert sorted(ranked()) == ["alice", "charlie"]
    assert not DuplicateRating.objects.filter(user=bob).exists()
    assert weeks_compare() == 2
    assert margins() == {"alice": 0, "bob": 0, "charlie": 0}, "they played the same turns"
    result_restore(actor=mona, result_id=result.pk, reason="A mistake.")
    weeks_compare()
    assert margins() == before
    assert dict(DuplicateRating.objects.values_list("user", "margin")) == ratings
    assert list(AuditEntry.objects.order_by("pk").values_list("action", "person"))[-2:] == [
        ("week.remove", bob.pk),
        ("week.restore", bob.pk),
    ]


def test_hands_that_a_removed_person_ends_later_count_for_nothing_too(alice: User, mona: User) -> None:
    play_hand(alice, 1)
    remove(mona, alice)
    play_hand(alice, 2)
    assert not HandPlay.objects.filter(user=alice, counts=True).exists()
    result = WeeklyResult.objects.get(user=alice)
    assert (result.hands, result.removed_at is not None, result.margin) == (2, True, 0)


def test_a_merge_keeps_a_removal(alice: User, bob: User, mona: User) -> None:
    play_hand(bob, 1)
    remove(mona, bob)
    plays_merge(first=alice, second=bob)
    weeks_merge(first=alice, second=bob)
    assert WeeklyResult.objects.get(user=alice).removed_at is not None
    assert not HandPlay.objects.filter(counts=True).exists()


def test_the_person_sees_it_and_others_do_not_see_them(
    alice: User, bob: User, mona: User, client_of: Any, client: Client
) -> None:
    play_week(alice)
    remove(mona, alice)
    rank = own_rank(WEEK, alice)
    assert rank is not None
    assert (rank.place, rank.removed) == (None, True)
    page = "/weekly/2026-11-23/"
    assert "The site team removed this result." in words_of(client_of(alice).get(page))
    assert "alice" not in words_of(client.get(page))


def test_only_moderators_who_have_not_played_remove_once(alice: User, bob: User, mona: User) -> None:
    play_hand(alice, 1)
    play_hand(mona, 1)
    with pytest.raises(Refused) as own:
        remove(mona, alice)
    assert own.value.reason is ConflictReason.OWN_WEEK
    other = make_staff("otto", "moderator")
    remove(other, alice)
    with pytest.raises(Refused) as twice:
        remove(other, alice)
    assert twice.value.reason is ActReason.ALREADY


def test_a_seed_shows_once_the_week_is_over(client: Client, noon: Any) -> None:
    row = hands_deal(WEEK)[2]
    seed = WEEKS.seed(row.chain, WEEKS.number(row.chain, row.week, row.number))
    assert seed is not None
    path = f"/admin/games/weeklyhand/{row.pk}/change/"
    noon.move_to(MONDAY - timedelta(seconds=1))
    log_in_with_code(client, make_staff("mona", "moderator"))
    page = client.get(path)
    assert (page.status_code, seed.hex() in markup_of(page)) == (200, False)
    noon.move_to(MONDAY)
    assert seed.hex() in markup_of(client.get(path))
    listed = markup_of(client.get("/admin/games/weeklyhand/?q=2026-11-23"))
    assert listed.count('class="field-number') == WeeklyHand.objects.count() == 8
    assert client.get("/admin/games/weeklyhand/?q=nonsense").status_code == 200
