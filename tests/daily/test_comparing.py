"""Results of others with a day's hand: of standing tables, and of the strongest bot, which comes later."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.daily.challenges import challenge_make
from games.daily.selectors import tables_results
from games.daily.services import daily_hand, day_begin
from games.daily.strongest import strongest_line
from games.daily.upkeep import shared_hands_sweep
from games.models import DailyHand, SharedHand
from games.people.blocks import person_block
from tests.daily.conftest import TODAY, member, play_day
from tests.games_laid import finished_game
from tests.page_texts import queries_of, words_of
from tests.standing.tables import make_table

HAND = "/daily/2026-11-28/"


def test_members_of_standing_tables_are_compared_once_the_reader_has_played(
    client_of: Any, alice: User, bob: User, charlie: User
) -> None:
    make_table([alice, bob], name="Thursday")
    make_table([bob, charlie], name="Others")
    theirs = play_day(member(bob))
    play_day(member(charlie))
    client = client_of(alice)
    client.post(HAND, {"action": "begin"})
    assert "Thursday" not in words_of(client.get(HAND))
    play_day(member(alice))
    page = words_of(client.get(HAND))
    assert "Your tables" in page
    assert "Others" not in page
    [table] = tables_results(theirs.hand, alice)
    assert (table.title, table.results) == ("Thursday", [(bob, theirs.points)])


def test_people_with_a_block_between_them_are_not_compared(alice: User, bob: User) -> None:
    make_table([alice, bob])
    hand = play_day(member(bob)).hand
    person_block(user=bob, handle="alice")
    assert tables_results(hand, alice) == []
    assert tables_results(hand, bob) == []


def test_members_who_are_still_playing_are_not_compared(alice: User, bob: User) -> None:
    make_table([alice, bob])
    play = day_begin(day=TODAY, owner=member(bob))
    assert tables_results(play.hand, alice) == []


@pytest.mark.parametrize("tables", [1, 4])
def test_however_many_tables_there_are_one_query_reads_them(alice: User, bob: User, tables: int) -> None:
    for _table in range(tables):
        make_table([alice, bob])
    hand = play_day(member(bob)).hand
    assert queries_of(lambda: tables_results(hand, alice)) == 1
    assert len(tables_results(hand, alice)) == tables


def test_no_player_waits_for_the_strongest_bot(client_of: Any, alice: User) -> None:
    """Its line is computed after the hand is dealt, and the results do without it until then."""
    play = play_day(member(alice))
    assert play.hand.strongest == ""
    page = words_of(client_of(alice).get(HAND))
    assert f"{play.points} point" in page
    assert "Jarl" not in page
    strongest_line(hand_id=play.hand_id)
    assert "How Jarl played" in words_of(client_of(alice).get(HAND))


def test_a_line_is_computed_once(alice: User) -> None:
    hand = daily_hand(TODAY).hand
    SharedHand.objects.update(strongest="pass")
    strongest_line(hand_id=hand.pk)
    assert SharedHand.objects.get().strongest == "pass"


def test_a_challenge_is_sent_without_the_strongest_bot(client_of: Any, alice: User, bob: User) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two", visibility="public")
    challenge = challenge_make(user=alice, public_id=game.public_id, number=1, bot="hirdman")
    assert challenge.hand.strongest == ""
    assert "Cards dealt" in words_of(client_of(alice).get(f"/challenges/{challenge.public_id}/"))


def test_the_sweep_deals_the_day_and_queues_lines(alice: User) -> None:
    assert shared_hands_sweep() == 2
    assert DailyHand.objects.get().day == TODAY
    strongest_line(hand_id=DailyHand.objects.get().hand_id)
    assert shared_hands_sweep() == 0
