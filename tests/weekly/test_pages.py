"""The pages of a week and of its hands, without a script."""

from __future__ import annotations

import json
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from accounts.models import User
from games.daily.strongest import strongest_line
from games.engine import verify_record
from games.models import HandPlay, WeeklyHand
from games.people.blocks import person_block
from games.people.friends import friend_accept, friend_ask
from games.weekly.comparing import weeks_compare
from games.weekly.hands import hands_deal
from tests.daily.conftest import hand_of
from tests.daily.test_pages import drawn, form_of, laid
from tests.page_texts import main_of, markup_of, queries_of, words_of
from tests.standing.tables import make_table
from tests.weekly.conftest import MONDAY, WEEK, play_hand, play_week

PAGE = "/weekly/2026-11-23/"
FIRST_HAND = f"{PAGE}1/"
RECORD = f"{FIRST_HAND}record.json"


def test_a_person_plays_a_hand_by_forms_and_sees_it_compared(client_of: Any, alice: User, bob: User) -> None:
    play_hand(bob, 1)
    client = client_of(alice)
    assert client.get("/weekly/").headers["Location"] == PAGE
    assert "Everyone’s average" not in words_of(client.get(PAGE))
    assert client.post(FIRST_HAND, {"action": "begin"}).status_code == 302
    play = HandPlay.objects.get(user=alice)
    while play.finished_at is None:
        own = set(map(str, hand_of(play).state.hands[0]))
        page = client.get(FIRST_HAND)
        assert own <= drawn(main_of(page)) <= own | laid(hand_of(play).turns)
        assert play.hand.chance not in markup_of(page)
        assert client.post(FIRST_HAND, form_of(play)).status_code == 302
        play.refresh_from_db()
    strongest_line(hand_id=play.hand_id)
    results = words_of(client.get(FIRST_HAND))
    assert f"{play.points} point" in results
    assert "Everyone’s average: " in results
    assert "How Jarl played" in results
    assert "The best result" not in results, "its turns could be copied by others who know the reader"
    assert "1 of 8 hands" in words_of(client.get(PAGE))


def test_a_hand_of_the_week_that_is_not_dealt_to_the_reader_leads_to_the_week(client_of: Any, alice: User) -> None:
    hands_deal(WEEK)
    client = client_of(alice)
    assert client.get(FIRST_HAND).headers["Location"] == PAGE
    assert client.post(FIRST_HAND, {"version": "1000", "action": "pass"}).headers["Location"] == PAGE
    assert client.get(RECORD).status_code == 404


def test_visitors_and_guests_see_the_ranking_and_are_offered_an_account(
    client: Client, client_of: Any, alice: User
) -> None:
    points = play_week(alice)
    page = words_of(client.get(PAGE))
    assert "You need an account" in page
    assert "alice</a>" in main_of(client.get(PAGE))
    assert str(points) in page
    assert "Deal the cards" not in page
    assert client.post(FIRST_HAND, {"action": "begin"}).headers["Location"] == PAGE
    guest = client_of(User.objects.create_user(handle="nina", is_guest=True))
    assert "Deal the cards" not in words_of(guest.get(PAGE))
    assert "You need an account" in words_of(guest.post(FIRST_HAND, {"action": "begin"}, follow=True))
    assert not HandPlay.objects.exclude(user=alice).exists()


@pytest.mark.parametrize(
    "path", ["/weekly/2026-11-30/", "/weekly/2026-11-24/", "/weekly/2026-08-24/", f"{PAGE}9/", f"{PAGE}0/"]
)
def test_no_other_weeks_or_hands_exist(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_friends_and_members_of_tables_are_listed_and_blocked_people_are_not(
    client_of: Any, alice: User, bob: User, charlie: User
) -> None:
    friend_ask(user=alice, handle="bob")
    friend_accept(user=bob, handle="alice")
    make_table([alice, charlie], name="Thursday")
    play_hand(bob, 1)
    play_hand(charlie, 1)
    page = main_of(client_of(alice).get(PAGE))
    assert "bob</a>" in page
    assert "Thursday" in page
    assert "charlie</a>" in page
    person_block(user=charlie, handle="alice")
    assert "charlie</a>" not in main_of(client_of(alice).get(PAGE))


def test_a_past_week_shows_its_hands_and_seeds_to_all(client: Client, alice: User, noon: Any) -> None:
    play_week(alice)
    noon.move_to(MONDAY - timedelta(seconds=1))
    assert client.get(RECORD).status_code == 404
    noon.move_to(MONDAY)
    page = main_of(client.get(FIRST_HAND))
    assert "You didn’t play this hand." in page
    assert RECORD in page
    assert verify_record(client.get(RECORD).json()) == []
    assert "23 Nov 2026" in words_of(client.get("/weekly/past/"))


def test_a_players_record_has_their_turns(client_of: Any, alice: User, noon: Any) -> None:
    play = play_hand(alice, 8)
    noon.move_to(MONDAY)
    record = client_of(alice).get(f"{PAGE}8/record.json").json()
    assert (record["turns"], record["week"], record["hand"], record["number"]) == (
        play.turns.split(),
        "2026-11-23",
        8,
        24,
    )
    assert verify_record(record) == []
    assert verify_record(record | {"hand": 7}) == ["the number is 24, but its date makes it 23"]
    assert verify_record(record | {"week": "2026-11-24"}) == [
        "the record: week is not a whole number of weeks after the chain's first day"
    ]
    assert verify_record(record | {"protocol": "odin-daily/1"}) == ["the record: day is missing"]


def test_the_command_verifies_a_record_of_a_week(
    client: Client, noon: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    strongest_line(hand_id=hands_deal(WEEK)[0].hand_id)
    noon.move_to(MONDAY)
    sound, damaged = tmp_path / "sound.json", tmp_path / "damaged.json"
    record = client.get(RECORD).json()
    sound.write_text(json.dumps(record))
    damaged.write_text(json.dumps(record | {"points": [0, 0, 0]}))
    with pytest.raises(CommandError, match="1 of 2 records are not sound"):
        call_command("record", "verify", str(sound), str(damaged))
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"{sound}: sound"
    assert said[1].startswith(f"{damaged}: the points are 0, 0, 0, but")


def test_the_luck_adjusted_rating_is_shown_on_the_leaderboard_and_the_profile(
    client_of: Any, alice: User, bob: User, noon: Any
) -> None:
    for week in (WEEK - timedelta(days=7), WEEK):
        noon.move_to(MONDAY - timedelta(days=1) - (WEEK - week))
        play_week(alice, week)
        play_week(bob, week, worst=True)
    noon.move_to(MONDAY)
    client = client_of(alice)
    assert "16 more hands" in words_of(client.get("/leaders/duplicate/"))
    weeks_compare()
    page = words_of(client.get("/leaders/duplicate/"))
    assert "16 hands" in page
    assert page.index("alice") < page.index("bob") or page.index("bob") < page.index("alice")
    assert "Luck-adjusted" in words_of(client.get("/players/alice/"))
    assert "Luck-adjusted" in words_of(client.get("/leaders/"))


def test_each_page_reads_little_however_many_play(client_of: Any, alice: User, bob: User, charlie: User) -> None:
    """The session, the account and its preferences are three."""
    client = client_of(alice)
    friend_ask(user=alice, handle="bob")
    friend_accept(user=bob, handle="alice")
    make_table([alice, bob, charlie])
    counted = []
    for people in ([alice], [bob, charlie]):
        for person in people:
            play_week(person)
        counted.append({path: queries_of(partial(client.get, path)) for path in (PAGE, FIRST_HAND)})
    assert counted[1] == {PAGE: 12, FIRST_HAND: 6}
    assert counted[0][PAGE] <= counted[1][PAGE]
    assert queries_of(lambda: client.get("/weekly/past/")) == 5
    assert queries_of(lambda: client.get("/leaders/duplicate/")) == 5
    assert WeeklyHand.objects.count() == 8
