"""The landing page's table: one turn, judged as at a table and stored nowhere."""

from __future__ import annotations

import re

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.learning.first_turn import first_turn_tried
from games.learning.questions import Answer
from tests.page_texts import main_of, queries_of, words_of

pytestmark = pytest.mark.django_db
TURN = reverse("games:learn_first_turn")
CARDS = ["P9", "P6", "P3"]


def test_the_landing_page_has_a_table_where_it_is_the_visitors_turn(client: Client) -> None:
    page = main_of(client.get("/"))
    assert f'action="{TURN}"' in page
    assert len(re.findall(r'name="card" value="\w\d"', page)) == 6
    assert re.findall(r'name="pickup" value="(\w\d)"', page) == ["K9", "K4", "K2"]
    assert "csrfmiddlewaretoken" not in page
    assert queries_of(lambda: client.get("/")) == 0


def test_a_turn_is_taken_without_a_script_and_nothing_is_stored(client: Client) -> None:
    form = {"action": "play", "card": CARDS, "pickup": "K9"}
    assert queries_of(lambda: client.get(TURN, form)) == 0
    page = client.get(TURN, form)
    assert "963 beats 942. You picked up black 9. The rest are discarded." in words_of(page)
    for way in ("games:learn_game", "account_signup", "account_login"):
        assert reverse(way) in main_of(page)
    assert set(re.findall(r'name="card" value="(\w\d)"', main_of(page))) == {"K9", "P8", "B7", "G2"}
    assert not Session.objects.exists()
    assert "sessionid" not in client.cookies
    alone = client.get(TURN, form, headers={"X-Requested-With": "fetch"})
    assert alone["X-Odin-Part"] == "1"
    assert "<html" not in alone.content.decode()


def test_a_logged_in_player_is_not_asked_to_sign_up(client: Client, alice: User) -> None:
    client.force_login(alice)
    page = main_of(client.get(TURN, {"action": "pass"}))
    assert reverse("games:learn_game") in page
    assert reverse("account_signup") not in page


@pytest.mark.parametrize(
    ("answer", "refusal"),
    [
        (Answer(("P8", "P6", "P3")), "863 doesn’t beat 942."),
        (Answer(("P9",)), "Play 3 or 4 cards: as many as are on the table, or one more."),
        (Answer(("P9", "P6", "P3")), "963 beats 942. Pick up a card."),
        (Answer(("P9", "B7", "G2")), "Cards of a set must share their number or colour."),
        (Answer(pickup="K9"), "Choose your cards."),
        (Answer(("??",)), "That’s not a turn"),
    ],
)
def test_a_refused_turn_leaves_the_turn_and_says_why(answer: Answer, refusal: str) -> None:
    tried = first_turn_tried(answer)
    assert tried.table.my_turn
    assert refusal in tried.refusal
