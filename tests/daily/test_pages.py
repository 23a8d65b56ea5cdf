"""The pages of a day's hand, without a script, with and without an account."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.daily.owner import VISITOR_KEY
from games.daily.services import daily_hand
from games.daily.strongest import strongest_line
from games.engine import Turn, fairdeal
from games.models import HandPlay
from tests.daily.conftest import TODAY, TOP, first_turn, hand_of, member, play_day
from tests.page_texts import main_of, markup_of, queries_of, words_of

HAND = "/daily/2026-11-28/"


def begin(client: Client) -> HandPlay:
    assert client.post(HAND, {"action": "begin"}).status_code == 302
    return HandPlay.objects.latest("pk")


def form_of(play: HandPlay) -> dict[str, Any]:
    hand = hand_of(play)
    return _form(len(hand.turns), first_turn(hand))


def _form(turns: int, turn: Turn) -> dict[str, Any]:
    form: dict[str, Any] = {"version": 1000 + turns, "action": "pass" if turn.is_pass else "play"}
    return form | {"card": list(map(str, turn.cards))} | ({"pickup": str(turn.pickup)} if turn.pickup else {})


def play_to_the_end(client: Client) -> HandPlay:
    play = begin(client)
    while play.finished_at is None:
        assert client.post(HAND, form_of(play)).status_code == 302
        play.refresh_from_db()
    return play


def drawn(page: str) -> set[str]:
    """All cards in the page: in pictures, fields, data and words for scripts."""
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w*"', "", page)
    pictures = re.findall(r'<svg class="card [^>]*card-([A-Z])\b[^>]*>.*?#c-n([0-9])', page)
    return {colour + number for colour, number in pictures} | set(re.findall(r"(?<![A-Z0-9])[BRPGKOX][0-9]", page))


def laid(turns: tuple[str, ...]) -> set[str]:
    """The cards that everyone has seen."""
    return set(re.findall("[A-Z][0-9]", " ".join(turns)))


def test_a_visitor_plays_the_hand_and_compares(client: Client) -> None:
    assert client.get("/daily/").headers["Location"] == HAND
    before = client.get(HAND)
    assert "Deal the cards" in words_of(before)
    assert "12:00" not in words_of(before)
    assert VISITOR_KEY not in client.session, "reading stores nothing"
    play = play_to_the_end(client)
    strongest_line(hand_id=play.hand_id)
    results = words_of(client.get(HAND))
    assert f"{play.points} point" in results
    assert "How Jarl played" in results
    assert f"+{play.points}" not in results, "a single hand's points are the total"
    scored = re.findall(r'class="result-total">.*?<b>(\d+)</b>', main_of(client.get(HAND)))
    assert sorted(map(int, scored)) == sorted(hand_of(play).state.points or ())
    assert "With an account your next results count" in results, "this one may be a second try"
    assert "Create an account" in results
    assert "after the day" in results, "the seed"


def test_a_page_shows_no_hidden_card_and_no_seed_before_the_end(client: Client) -> None:
    play = begin(client)
    while play.finished_at is None:
        hand = hand_of(play)
        own = set(map(str, hand.state.hands[hand.solo.seat]))
        for response in (client.get(HAND), client.post(HAND, {"version": 0, "action": "pass"})):
            shown = drawn(main_of(response))
            assert own <= shown <= own | laid(hand.turns)
            assert "None" not in words_of(response)
            assert play.hand.chance not in markup_of(response)
        client.post(HAND, form_of(play))
        play.refresh_from_db()


def test_the_answer_for_scripts_shows_each_turn_and_no_hidden_card(client: Client) -> None:
    play = begin(client)
    while play.finished_at is None:
        before, form = hand_of(play), form_of(play)
        page = markup_of(client.post(HAND, form, headers={"X-Requested-With": "fetch"}))
        play.refresh_from_db()
        hand = hand_of(play)
        assert page.count('<template class="between">') == len(hand.turns) - len(before.turns) - 1
        if not hand.state.over:
            own = set(map(str, hand.state.hands[hand.solo.seat]))
            assert own <= drawn(page) <= own | laid(hand.turns)


def test_an_illegal_turn_is_refused_in_words_and_keeps_the_choice(client: Client) -> None:
    play = begin(client)
    card = str(hand_of(play).state.hands[0][0])
    answer = client.post(HAND, {"version": 1000 + len(play.turns.split()), "action": "play"})
    assert (answer.status_code, "Choose" in words_of(answer)) == (422, True)
    stale = client.post(HAND, {"version": "x", "action": "play", "card": card})
    assert stale.status_code == 409
    assert "The game has moved on" in words_of(stale)


def test_a_turn_before_the_deal_shows_the_page_before_it(client: Client) -> None:
    answer = client.post(HAND, {"version": "1000", "action": "pass"})
    assert answer.status_code == 409
    assert "Deal the cards first." in words_of(answer)


def test_cards_are_sorted_as_asked(client: Client) -> None:
    begin(client)
    assert client.post(HAND, {"sort": "colour"}).status_code == 302
    assert 'value="number"' in main_of(client.get(HAND))
    assert Client().post(HAND, {"sort": "colour"}).cookies.get("sessionid") is None


@pytest.mark.parametrize("day", ["2026-11-29", "2026-10-01", "2026-02-30"])
def test_a_day_to_come_or_long_gone_does_not_exist(client: Client, day: str) -> None:
    assert client.get(f"/daily/{day}/").status_code == 404
    assert client.post(f"/daily/{day}/", {"action": "begin"}).status_code == 404


def test_a_closed_day_shows_its_deal_and_seed_to_all(client: Client, alice: User, noon: Any) -> None:
    play = play_day(member(alice))
    noon.move_to(datetime(2026, 11, 29, 0, 29, tzinfo=UTC))
    assert "Deal the cards" in words_of(client.get(HAND))
    noon.move_to(datetime(2026, 11, 29, 0, 30, tzinfo=UTC))
    page = client.get(HAND)
    assert "You didn’t play this hand." in words_of(page)
    assert fairdeal.chain_seed(TOP, 28).hex() in main_of(page)
    dealt = hand_of(play).states[0].hands
    assert drawn(main_of(page)) >= {str(card) for cards in dealt for card in cards}
    answer = client.post(HAND, {"action": "begin"}, follow=True)
    assert "This day’s hand is over." in markup_of(answer)


def test_past_days_are_listed_with_own_points(client_of: Any, alice: User, noon: Any) -> None:
    play = play_day(member(alice))
    daily_hand(TODAY)
    noon.shift(timedelta(days=1))
    client = client_of(alice)
    page = words_of(client.get("/daily/past/"))
    assert "28 Nov 2026" in page
    assert f"{play.points} point" in page
    assert "Hand of 28 Nov 2026" in words_of(client.get(HAND))


def test_a_visitor_who_logs_in_keeps_the_result(client: Client, alice: User) -> None:
    play = play_to_the_end(client)
    client.force_login(alice)
    play.refresh_from_db()
    assert (play.user, play.visitor) == (alice, "")
    assert f"{play.points} point" in words_of(client.get(reverse("home")))


def test_home_leads_to_the_hand_and_shows_the_result(client_of: Any, alice: User) -> None:
    client = client_of(alice)
    home = main_of(client.get("/"))
    assert 'href="/daily/"' in home
    play = play_day(member(alice))
    assert f"{play.points} point" in words_of(client.get("/"))
    assert "1 day in a row" in words_of(client.get("/"))


def test_visitors_find_the_hand_on_the_front_page(client: Client) -> None:
    assert 'href="/daily/"' in main_of(client.get("/"))


def test_each_page_reads_little(client_of: Any, alice: User, bob: User) -> None:
    """The session, the account and its preferences are three."""
    client = client_of(alice)
    client.get(HAND)
    counted = {"before": queries_of(lambda: client.get(HAND))}
    client.post(HAND, {"action": "begin"})
    play = HandPlay.objects.get(user=alice)
    counted["table"] = queries_of(lambda: client.get(HAND))
    play_day(member(bob))
    while play.finished_at is None:
        client.post(HAND, form_of(play))
        play.refresh_from_db()
    counted |= {"results": queries_of(lambda: client.get(HAND)), "past": queries_of(lambda: client.get("/daily/past/"))}
    assert counted == {"before": 6, "table": 4, "results": 9, "past": 5}
