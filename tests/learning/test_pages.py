"""The tutorial, the game for practice and the rules' examples, without a script and without an account."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine import Turn, legal_turns
from games.learning.positions import EXAMPLES, POSITIONS, SLUGS
from games.learning.practice import (
    practice_begin,
    practice_from_json,
    practice_next,
    practice_to_json,
    practice_turn,
)
from games.learning.views.bounds import MAX_AN_HOUR
from games.lobby.services import NewGame, game_create
from games.models import Game
from tests.page_texts import main_of, queries_of, words_of

pytestmark = pytest.mark.django_db
GAME = "/learn/game/"
# The session itself: read it; where it is new or has changed, save it.
READ, SAVED = 1, 4


def at(slug: str) -> str:
    return reverse("games:learn_position", args=[slug])


def solve_one(client: Client) -> None:
    assert "Done" in words_of(client.post(at("higher"), {"card": "O7", "action": "play"}))


def most_cards(turn: Turn) -> int:
    return len(turn.cards)


def turn_of(client: Client) -> dict[str, object]:
    """The form of a legal turn that plays as many cards as possible."""
    practice = practice_from_json(client.session["practice"])
    assert practice is not None
    turn = max(legal_turns(practice.state), key=most_cards)
    form: dict[str, object] = {"version": practice.version, "action": "pass" if turn.is_pass else "play"}
    return form | {"card": list(map(str, turn.cards))} | ({"pickup": str(turn.pickup)} if turn.pickup else {})


def play_to_the_end(client: Client) -> int:
    """Play as the forms allow; how many requests it took."""
    client.post(GAME, {"action": "start"})
    for count in range(1, 400):
        page = main_of(client.get(GAME))
        if "data-over" in page:
            return count
        if 'id="go-on"' in page:
            found = re.search(r'name="version" value="(\d+)"', page)
            assert found
            client.post(GAME, {"action": "next", "version": found[1]})
        else:
            assert client.post(GAME, turn_of(client)).status_code == 302
    raise AssertionError("the game had no end")


def last_turn_left(client: Client) -> None:
    """Put a game one turn before its end into the session."""
    rng = random.Random(2)
    practice = practice_begin(rng)
    while not practice.over:
        before = practice
        if practice.state.over:
            practice = practice_next(practice, rng)
        else:
            practice = practice_turn(practice, str(max(legal_turns(practice.state), key=most_cards)), rng)
    session = client.session
    session["practice"] = practice_to_json(before)
    session.save()


def test_looking_and_answering_wrong_keep_nothing(client: Client) -> None:
    for path in ("/learn/", GAME, "/rules/", *map(at, SLUGS)):
        assert client.get(path).status_code == 200
    client.post(at("higher"), {"card": "B5", "action": "play"})
    client.post(at("count"), {"card": ["B7"]})
    assert not Session.objects.exists()
    assert "sessionid" not in client.cookies


def test_a_right_answer_is_kept_in_one_session_however_often(client: Client) -> None:
    for _time in range(3):
        solve_one(client)
    assert "Done" in words_of(client.get(at("higher")))
    assert words_of(client.get("/learn/")).count("Done") == 1
    assert Session.objects.count() == 1
    assert client.session["learnt"] == "higher"


def test_an_answer_is_judged_with_its_reason_and_the_choice_kept(client: Client) -> None:
    page = client.post(at("pick-up"), {"card": ["P9", "P6", "P3"], "action": "play"})
    assert "963 beats 942. Pick up a card." in words_of(page)
    assert len(re.findall(r'name="card"[^>]* checked', main_of(page))) == 3
    page = client.post(at("round"), {"card": "K4", "action": "play"})
    assert "Yes. You lead with 4." in words_of(page)
    assert at("lead") in main_of(page)
    assert client.get(at("nonsense")).status_code == 404
    assert client.post(at("higher"), {"card": ["<b>"] * 900}).status_code == 200


def test_every_lesson_is_answered_with_cards_and_a_wrong_answer_begins_with_the_reason(client: Client) -> None:
    for slug in SLUGS:
        page = main_of(client.get(at(slug)))
        assert 'name="card"' in page
        assert 'name="option"' not in page
        assert re.findall(r'id="question-play">(\w+)<', page) == ["Play"]
    wrong = main_of(client.post(at("higher"), {"card": "B5", "action": "play"}))
    assert re.search(r'class="verdict-head">5 doesn’t beat 5\.<', wrong)


def test_the_whole_tutorial_leads_from_one_position_to_the_next_and_to_the_game(client: Client) -> None:
    for position, following in pairwise(POSITIONS):
        assert at(following.slug) in main_of(client.get(at(position.slug)))
    assert GAME in main_of(client.get(at(SLUGS[-1])))
    assert at(SLUGS[0]) in main_of(client.get("/learn/"))


def test_a_visitor_plays_a_whole_game_and_is_invited(client: Client) -> None:
    assert "Deal the cards" in words_of(client.get(GAME))
    play_to_the_end(client)
    page = client.get(GAME)
    assert re.search(r"(You win|wins) with \d+|share the victory", words_of(page))
    assert reverse("account_signup") in main_of(page)
    assert Session.objects.count() == 1
    assert not Game.objects.exists()
    again = client.post(GAME, {"action": "start"}, follow=True)
    assert "data-over" not in main_of(again)
    assert ("newest first" in words_of(again)) == ('<li class="entry"' in main_of(again))
    running = client.session["practice"]
    assert client.post(GAME, {"action": "begin"}).headers["Location"] == GAME
    assert client.session["practice"] == running, "the home page's button goes on with it"
    # On a phone, too, the points tell what they count to.
    state = re.search(r'class="last-state".*?</span></span></span>', main_of(again), re.DOTALL)
    assert state
    assert "/10</span>" in state[0]


def test_logging_in_keeps_what_was_learnt(client: Client, alice: User) -> None:
    solve_one(client)
    client.post(GAME, {"action": "start"})
    kept = client.session["practice"]
    client.force_login(alice)
    assert client.session["learnt"] == "higher"
    assert client.session["practice"] == kept
    last_turn_left(client)
    assert client.post(GAME, turn_of(client)).status_code == 302
    assert "data-over" in main_of(client.get(GAME))
    page = main_of(client.get(GAME))
    assert reverse("games:open") in page
    # One press starts a game against bots.
    fields = dict(re.findall(r'name="(script|once)" value="([^"]*)"', page))
    begun = client.post(reverse("games:play_now"), fields)
    assert begun.headers["Location"] == reverse("games:table", args=[Game.objects.get().public_id])


def test_a_refused_turn_comes_back_in_words_and_an_old_page_plays_nothing(client: Client) -> None:
    client.post(GAME, {"action": "start"})
    good = turn_of(client)
    before = client.session["practice"]
    for form, status, words in (
        ({**good, "card": ["Z1"], "action": "play"}, 422, "That’s not a turn"),
        ({"version": good["version"], "action": "play"}, 422, "Choose your cards."),
        ({**good, "version": "1"}, 409, "The game has moved on"),
        ({"action": "pass"}, 409, "The game has moved on"),
    ):
        page = client.post(GAME, form)
        assert page.status_code == status
        assert words in words_of(page)
        assert ("is-illegal" in main_of(page)) == (form.get("card") == ["Z1"])
    assert client.session["practice"] == before
    assert client.post(GAME, {"action": "next", "version": good["version"]}).status_code == 302
    assert client.session["practice"] == before
    # The log shows what was played as a real table's does.
    assert 'class="entry-cards"' in main_of(client.post(GAME, good, follow=True))


def codes_in(page: str) -> list[str]:
    """The cards in hand, in the order in which they lie."""
    return re.findall(r'name="card" value="(\w\d)"', page)


def test_cards_lie_by_number_or_by_colour(client: Client) -> None:
    client.post(GAME, {"action": "start"})
    before, by_number = client.session["practice"], codes_in(main_of(client.get(GAME)))
    assert by_number == sorted(by_number, key=lambda code: -int(code[1]))
    assert client.post(GAME, {"sort": "colour"}).status_code == 302
    page = main_of(client.get(GAME))
    assert codes_in(page) == sorted(by_number, key=lambda code: ("BRPGKO".index(code[0]), -int(code[1])))
    assert re.search(r'value="colour" aria-pressed="true"', page)
    assert client.post(GAME, {"sort": "number"}, headers={"X-Requested-With": "fetch"}).status_code == 204
    assert codes_in(main_of(client.get(GAME))) == by_number
    client.post(GAME, {"sort": "by heart"})
    assert codes_in(main_of(client.get(GAME))) == by_number
    assert client.session["practice"] == before


def test_sorting_what_is_gone_deals_nothing(client: Client) -> None:
    assert client.post(GAME, {"sort": "colour"}).status_code == 302
    assert "practice" not in client.session


def test_the_hint_names_one_turn_and_why_and_a_way_to_choose_it(client: Client) -> None:
    client.post(GAME, {"action": "start"})
    # The reader leads, so a play is recommended.
    session = client.session
    session["practice"] |= {"leader": 0, "turns": ""}
    session.save()
    assert 'id="hints"' not in main_of(client.get(GAME))
    page = client.get(GAME, {"hint": "1"})
    assert re.search(r"(Lead with|Play) \d+: .* Expected points: \d\.\d", words_of(page))
    [play] = re.findall(r'href="\?choose=(\w+)&amp;pickup="', main_of(page))
    chosen = main_of(client.get(GAME, {"choose": play, "pickup": ""}))
    checked = re.findall(r'value="(\w\d)" id="card-\w\d" checked', chosen)
    assert sorted(checked) == sorted(re.findall(r"\w\d", play))
    assert client.get(GAME, {"choose": "X" * 3000, "pickup": "<"}).status_code == 200


def test_newcomers_are_shown_the_way(client: Client, alice: User) -> None:
    way = f'href="{reverse("games:learn")}"'
    for path in ("/", "/rules/"):
        assert way in main_of(client.get(path))
    client.force_login(alice)
    assert way in main_of(client.get("/"))
    game = game_create(host=alice, new=NewGame(seats=2))
    client.logout()
    assert way in main_of(client.get(reverse("games:invited", args=[game.invite_token])))


def test_the_script_gets_the_part_alone(client: Client) -> None:
    asks = {"X-Requested-With": "fetch"}
    answer = client.post(at("higher"), {"card": "O7", "action": "play"}, headers=asks)
    assert answer["X-Odin-Part"] == "1"
    assert "<html" not in answer.content.decode()
    started = client.post(GAME, {"action": "start"}, headers=asks)
    assert started["X-Odin-Part"] == "1"
    practice = practice_from_json(client.session["practice"])
    assert practice is not None
    # Where the bot has acted, the script shows the table before that first.
    assert ('class="between"' in started.content.decode()) == (practice.before_bot is not None)
    assert 'class="between"' not in client.get(GAME, headers=asks).content.decode()
    tried = client.get("/rules/", {"try": "beat", "card": ["O6", "B6"], "pickup": "R5"}, headers=asks)
    assert tried["X-Odin-Part"] == "1"
    assert "X-Requested-With" in tried["Vary"]
    assert client.get("/rules/", {"try": "nothing"}, headers=asks).get("X-Odin-Part") is None


def test_posts_need_a_token() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(at("higher"), {"card": "O7"}).status_code == 403
    assert strict.post(GAME, {"action": "start"}).status_code == 403
    assert not Session.objects.exists()


def test_one_network_may_begin_so_many_sessions_an_hour(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MAX_AN_HOUR, "session", 2)
    for _visitor in range(2):
        Client().post(GAME, {"action": "start"})
    assert Session.objects.count() == 2
    assert client.post(GAME, {"action": "start"}).status_code == 429
    # Answers are still judged; nothing is kept of them.
    assert "7 beats 5" in words_of(client.post(at("higher"), {"card": "O7", "action": "play"}))
    assert Session.objects.count() == 2
    # A cookie that was made up is no session.
    client.cookies["sessionid"] = "x" * 32
    assert client.post(GAME, {"action": "start"}).status_code == 429
    elsewhere = {"REMOTE_ADDR": "198.51.100.7"}
    assert client.post(GAME, {"action": "start"}, **elsewhere).status_code == 302  # type: ignore[arg-type]


def test_one_network_may_post_so_often_an_hour(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MAX_AN_HOUR, "post", 1)
    client.post(at("higher"), {"card": "O7"})
    assert client.post(at("higher"), {"card": "O7"}).status_code == 429
    cache.clear()
    assert client.post(at("higher"), {"card": "O7"}).status_code == 200


def test_one_network_may_have_so_many_hints_an_hour(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MAX_AN_HOUR, "hint", 1)
    client.post(GAME, {"action": "start"})
    assert [client.get(GAME, {"hint": "1"}).status_code for _ in range(2)] == [200, 429]
    assert client.get(GAME).status_code == 200


def test_queries_stay_few(client: Client) -> None:
    assert queries_of(lambda: client.get("/learn/")) == 0
    assert queries_of(lambda: client.get("/rules/")) == 0
    solve_one(client)
    client.post(GAME, {"action": "start"})
    assert queries_of(lambda: client.get(GAME)) <= READ
    assert queries_of(lambda: client.post(GAME, turn_of(client))) <= READ + SAVED + READ


def test_the_rules_let_one_try_every_example(client: Client) -> None:
    page = main_of(client.get("/rules/"))
    for example in EXAMPLES:
        assert f'id="try-{example.slug}"' in page
    assert "verdict" not in page


def test_the_rules_are_in_the_language_of_the_reader_and_without_what_others_tried(client: Client) -> None:
    def read(language: str) -> str:
        return main_of(client.get("/rules/", headers={"accept-language": language}))

    english, german = read("en"), read("de")
    assert "What makes a set" in english
    assert "What makes a set" not in german
    assert "verdict" in main_of(client.get("/rules/", {"try": "set", "card": ["B6", "R6"], "action": "play"}))
    assert (read("en"), read("de")) == (english, german)


def test_the_rules_judge_what_was_tried(client: Client) -> None:
    def tried(slug: str, *cards: str, pickup: str = "", action: str = "play") -> str:
        form = {"try": slug, "card": list(cards), "pickup": pickup, "action": action}
        return words_of(client.get("/rules/", form))

    assert "Not a set: neither number nor colour is the same" in tried("set", "B6", "K9")
    assert "A set: all the same number. It’s worth 66." in tried("set", "B6", "R6")
    assert "Play 2 or 3 cards: as many as are on the table, or one more." in tried("beat", "K9")
    assert "321 beats 54. You picked up red 4." in tried("beat", "G3", "G2", "G1", pickup="R4")
    assert "Those were your last cards, so the hand is over." in tried("lead", "B8", "B5", "B2")
    assert "You can’t pass when you lead." in tried("lead", action="pass")
    assert "50 beats 4" in tried("goat", "X0", "B5")
    assert "Choose your cards." in tried("set")
