"""New games, by form or against bots."""

import re
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.bots import names
from games.lobby.limits import MAX_OPEN_OFFERS
from games.lobby.once import SECOND_PRESS
from games.lobby.queue import queue_join
from games.lobby.services import NewGame, game_create, game_start
from games.models import Game, Seat
from tests.clients import ClientOf
from tests.factories import make_offers
from tests.page_texts import main_of, queries_of, words_of

PLAIN = {
    "seats": "3", "target": "15", "visibility": "public", "next_leader": "left", "name": "",
    "pace": "1d", "timeout_action": "pass",
}  # fmt: skip


def create(client: Client, **chosen: str) -> Any:
    return client.post(reverse("games:create"), PLAIN | chosen)


def more_options(client: Client, kind: str = "") -> str:
    return main_of(client.get(reverse("games:create"), {"kind": kind} if kind else {})).split('id="more-options"')[1]


def chosen_in(form: str) -> dict[str, str]:
    """The choices in the form that are no text: radios, checkboxes and lists."""
    ticked = re.findall(r'<input type="(?:radio|checkbox)" name="(\w+)"(?: value="(\w*)")?[^>]* checked', form)
    picked = re.findall(r'<select name="(\w+)".*?<option value="(\w+)" selected', form, re.DOTALL)
    return dict(ticked) | dict(picked)


def presets(client: Client) -> dict[str, dict[str, str]]:
    """The values that each preset's button sends."""
    page = main_of(client.get(reverse("games:create")))
    return {key: _sent_by(page, key) for key in ("friends", "live", "bots")}


def _sent_by(page: str, key: str) -> dict[str, str]:
    form = page.split(f'aria-labelledby="{key}"')[1].split("</form>")[0]
    hidden = re.findall(r'<input type="hidden" name="(\w+)"(?: value="([^"]*)")?>', form)
    assert form.count("<button") == 1
    assert form.count("<input") == len(hidden) + form.count('type="radio"')
    sent = {name: value for name, value in hidden if name != "csrfmiddlewaretoken"}
    return sent | chosen_in(form)


def test_the_form_starts_with_the_usual_choices(alice: User, client_of: ClientOf) -> None:
    page = more_options(client_of(alice))
    usual = {"seats": "3", "target": "15", "visibility": "private", "next_leader": "left"}
    for field, value in (usual | {"pace": "1d", "timeout_action": "pass"}).items():
        radio = page.split(f'name="{field}" value="{value}"')[1].split(">")[0]
        assert "checked" in radio
    assert "checked" in page.split('name="two_player_deck"')[1].split(">")[0]
    for field in ("goat", "weekends_off"):
        assert "checked" not in page.split(f'name="{field}"')[1].split(">")[0]


def test_all_options_reach_the_game(alice: User, client_of: ClientOf) -> None:
    chosen = {
        "seats": "5", "target": "30", "visibility": "private", "next_leader": "last", "name": "  Winter   table ",
        "goat": "on", "bots_berserker": "1", "bots_skald": "2", "pace": "3d", "timeout_action": "caretaker",
        "weekends_off": "on",
    }  # fmt: skip
    answer = create(client_of(alice), **chosen)
    game = Game.objects.get()
    assert answer.headers["Location"] == reverse("games:table", args=[game.public_id])
    assert (game.seats_count, game.target, game.visibility, game.next_leader) == (5, 30, "private", "last")
    assert (game.pace, game.timeout_action, game.weekends_off) == ("3d", "caretaker", True)
    assert (game.name, game.goat, game.two_player_deck, game.host) == ("Winter table", True, False, alice)
    kinds = list(game.seats.order_by("number").values_list("kind", "user__bot_account__name"))
    assert kinds == [("person", None), ("bot", "berserker"), ("bot", "skald"), ("bot", "skald")]


@pytest.mark.parametrize(("ticked", "out"), [({"two_player_deck": "on"}, True), ({}, False)])
def test_two_players_choose_whether_two_colours_leave(
    alice: User, client_of: ClientOf, ticked: dict[str, str], *, out: bool
) -> None:
    create(client_of(alice), seats="2", **ticked)
    assert Game.objects.get().two_player_deck is out


def test_every_pace_can_be_chosen_and_weekends_off_go_with_slow_ones(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    page = more_options(client)
    for pace in Game.Pace.values:
        assert page.count(f'name="pace" value="{pace}"') == 1, pace
        # The page hides weekends where irrelevant, but browsers send them.
        assert create(client, pace=pace, weekends_off="on").status_code == 302
        game = Game.objects.latest("pk")
        assert (game.pace, game.weekends_off) == (pace, pace not in ("60s", "3m", "1h"))
    assert Game.objects.count() == len(Game.Pace.values)


def test_without_a_limit_no_hidden_choice_is_in_the_way_of_a_rated_game(alice: User, client_of: ClientOf) -> None:
    create(client_of(alice), pace="none", rated="on", timeout_action="caretaker")
    assert Game.objects.get().timeout_action == "pass"


@pytest.mark.parametrize(
    ("chosen", "told"), [({"undo": "on"}, True), ({}, False), ({"undo": "on", "pace": "3m"}, False)]
)
def test_joining_shows_whether_turns_may_be_taken_back(
    alice: User, client_of: ClientOf, chosen: dict[str, str], *, told: bool
) -> None:
    own = client_of(alice)
    create(own, **chosen)
    room = words_of(own.get(reverse("games:table", args=[Game.objects.get().public_id])))
    assert ("take-backs allowed" in room) is told


def test_a_single_hand_has_no_target(alice: User, client_of: ClientOf) -> None:
    create(client_of(alice), target="hand")
    assert Game.objects.get().target is None


def test_bots_may_take_all_seats_but_the_hosts_and_the_game_begins(alice: User, client_of: ClientOf) -> None:
    create(client_of(alice), seats="2", bots_berserker="1")
    assert Game.objects.get().status == Game.Status.RUNNING


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"seats": "2", "bots_berserker": "2"}, ["Too many bots. For 2 players, choose 1 at most."]),
        (
            {"seats": "7", "target": "11", "pace": "5m", "name": "two\nlines"},
            [
                "Choose 2 to 6 players.",
                "“11” isn’t a choice. Choose one from the list.",
                "Choose a pace.",
                "Use only visible characters.",
            ],
        ),
        (
            {"timeout_action": "lose", "visibility": "secret", "bots_berserker": "-1", "name": "x" * 41},
            [
                *(f"“{choice}” isn’t a choice." for choice in ("lose", "secret", "-1")),
                "40 characters at most",
            ],
        ),
        (
            {"rated": "on", "timeout_action": "caretaker", "name": "turned \u202e round"},
            ["In rated games, players pass when time is up.", "Use only visible characters."],
        ),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_kept_in_the_form(
    alice: User, client_of: ClientOf, chosen: dict[str, str], words: list[str]
) -> None:
    answer = create(client_of(alice), **({"name": "Boathouse"} | chosen))
    assert answer.status_code == 422
    page = words_of(answer)
    assert [word for word in words if word not in page] == []
    assert chosen.get("name") or 'value="Boathouse"' in main_of(answer)
    assert not Game.objects.exists()


def test_letters_of_all_scripts_and_emoji_may_name_a_game(alice: User, client_of: ClientOf) -> None:
    name = "Üçgen مهتاب 👩‍🌾"
    create(client_of(alice), name=name)
    assert Game.objects.get().name == name


def test_the_fifty_first_offer_is_refused_in_words(alice: User, client_of: ClientOf) -> None:
    make_offers(alice, MAX_OPEN_OFFERS)
    answer = create(client_of(alice))
    assert answer.status_code == 409
    assert "You already have 50 open games." in words_of(answer)
    assert Game.objects.count() == MAX_OPEN_OFFERS


def test_one_click_starts_a_game_against_bots(alice: User, client_of: ClientOf) -> None:
    answer = client_of(alice).post(reverse("games:play_now"), {"script": ""})
    game = Game.objects.get()
    assert answer.headers["Location"] == reverse("games:table", args=[game.public_id])
    assert game.status == Game.Status.RUNNING
    assert (game.seats_count, game.visibility, game.pace) == (3, Game.Visibility.PRIVATE, Game.Pace.NONE)
    assert game.seats.filter(kind=Seat.Kind.BOT, user__bot_account__name="hirdman").count() == 2
    assert game.name == "Hirdman, to 15 points"


def test_with_the_script_it_begins_once_the_browser_has_given_its_part(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    answer = client.post(reverse("games:play_now"), {"script": "1", "seats": "2", "bot": "skald"}, follow=True)
    game = Game.objects.get()
    assert game.status == Game.Status.OPEN
    assert game.two_player_deck
    assert f'data-contribute="{game.public_id}"' in main_of(answer)
    client.post(reverse("games:contribute", args=[game.public_id]), {"contribution": "ab" * 32})
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING


@pytest.mark.parametrize("chosen", [{"seats": "1"}, {"seats": "x"}, {"bot": "nobody"}])
def test_one_click_with_nonsense_is_refused(alice: User, client_of: ClientOf, chosen: dict[str, str]) -> None:
    answer = client_of(alice).post(reverse("games:play_now"), chosen)
    assert answer.status_code == 422
    assert "Choose 2 to 6 players and a bot." in words_of(answer)
    assert not Game.objects.exists()


def test_each_preset_creates_its_game_by_its_button_alone(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    sent = presets(client)
    for key, visibility, pace, status in (
        ("friends", "private", "1d", Game.Status.OPEN),
        ("live", "public", "3m", Game.Status.OPEN),
        ("bots", "private", "none", Game.Status.RUNNING),
    ):
        answer = client.post(reverse("games:create"), sent[key])
        game = Game.objects.latest("pk")
        assert answer.headers["Location"] == reverse("games:table", args=[game.public_id])
        assert (game.visibility, game.pace, game.status, game.rated) == (visibility, pace, status, False)
        assert (game.seats_count, game.target, game.goat, game.undo) == (3, 15, False, True)
        bots = list(game.seats.filter(kind=Seat.Kind.BOT).values_list("user__bot_account__name", flat=True))
        assert bots == (["hirdman", "hirdman"] if key == "bots" else [])
    assert Game.objects.count() == 3


def test_presets_say_what_they_create(alice: User, client_of: ClientOf) -> None:
    words = words_of(client_of(alice).get(reverse("games:create")))
    assert "Players 2 3 4 5 6 To 15 points, take-backs allowed 1 day a turn, then you pass Play with friends" in words
    assert "3 players, to 15 points 3 minutes a turn, then you pass Play live" in words
    assert "No time limit Hirdman (medium) Play against bots" in words


def test_a_preset_pressed_twice_creates_one_game_and_another_preset_another(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    sent = presets(client)
    for key in ("friends", "friends", "live"):
        client.post(reverse("games:create"), sent[key])
    assert list(Game.objects.order_by("pk").values_list("visibility", flat=True)) == ["private", "public"]


def test_the_last_games_options_are_chosen_again(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    chosen = {
        "seats": "5", "target": "hand", "visibility": "private", "next_leader": "last", "goat": "on", "pace": "3d",
        "timeout_action": "caretaker", "weekends_off": "on", "min_reliability": "90", "bots_berserker": "1",
    }  # fmt: skip
    create(client, name="Winter table", **chosen)
    form = more_options(client)
    assert "Winter table" not in form
    # Ticked as for a first game, as it is for two players.
    flags = {"goat": "", "weekends_off": "", "two_player_deck": ""}
    assert chosen_in(form) == chosen | flags | {f"bots_{bot}": "0" for bot in names() if bot != "berserker"}
    client.post(reverse("games:create"), presets(client)["friends"])
    game = Game.objects.latest("pk")
    assert (game.seats_count, game.target, game.next_leader, game.goat, game.undo) == (5, None, "last", True, False)
    assert (game.pace, game.timeout_action, game.weekends_off) == ("3d", "caretaker", True)
    assert (game.name, game.min_reliability, game.seats.count()) == ("", None, 1)


@pytest.mark.parametrize("seats", ["2", "6"])
def test_the_card_for_friends_asks_how_many_play(alice: User, client_of: ClientOf, seats: str) -> None:
    client = client_of(alice)
    client.post(reverse("games:create"), presets(client)["friends"] | {"seats": seats})
    game = Game.objects.get()
    assert (game.seats_count, game.visibility, game.two_player_deck) == (int(seats), "private", seats == "2")
    assert presets(client)["friends"]["seats"] == seats
    assert "colours" not in words_of(client.get(reverse("games:create"))).split("Play with friends")[0]


def test_each_kind_of_game_is_remembered_apart(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    create(client, seats="5", visibility="private", pace="3d", goat="on")
    create(client, seats="4", pace="60s", target="10")
    create(client, seats="2", pace="none", target="hand", bots_skald="1")
    client.post(reverse("games:play_now"), {"seats": "3", "bot": "berserker"})
    sent = presets(client)
    remembered = [(one["seats"], one["pace"], one["target"], one["goat"]) for one in sent.values()]
    assert remembered == [("5", "3d", "15", "True"), ("4", "60s", "10", "False"), ("3", "none", "15", "False")]
    for kind, seats, pace, bots in (("", "5", "3d", "0"), ("live", "4", "60s", "0"), ("bots", "3", "none", "2")):
        chosen = chosen_in(more_options(client, kind))
        assert (chosen["seats"], chosen["pace"], chosen["bots_berserker"]) == (seats, pace, bots)
        assert "goat" not in chosen or kind == ""


def test_each_kind_has_its_own_address_with_open_options(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    shown = {kind: main_of(client.get(reverse("games:create"), {"kind": kind})) for kind in ("", "bots", "poker")}
    assert ['id="more-options" open' in page for page in shown.values()] == [False, True, False]
    current = re.search(r'href="\?kind=(\w+)#more-options"\s+aria-current="page"', shown["bots"])
    assert current is not None
    assert current[1] == "bots"
    assert chosen_in(shown["bots"].split('id="more-options"')[1])["pace"] == "none"


def test_presets_take_a_clock_of_their_kind_alone(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    for pace, paces in (("60s", ["1d", "60s", "none"]), ("7d", ["7d", "60s", "none"]), ("none", ["1d", "60s", "none"])):
        create(client, pace=pace, rated="on")
        sent = presets(client)
        assert [one["pace"] for one in sent.values()] == paces
        assert [one["rated"] for one in sent.values()] == ["False"] * 3


@pytest.mark.parametrize(("seats", "bots"), [("2", ["skald"]), ("4", ["hirdman", "hirdman"])])
def test_bots_that_filled_the_last_game_are_chosen_again_and_fewer_are_not(
    alice: User, client_of: ClientOf, seats: str, bots: list[str]
) -> None:
    client = client_of(alice)
    create(client, seats=seats, bots_skald="1")
    client.post(reverse("games:create"), presets(client)["bots"])
    names = Game.objects.latest("pk").seats.filter(kind=Seat.Kind.BOT).values_list("user__bot_account__name", flat=True)
    assert list(names) == bots


def test_bots_that_came_later_and_paired_games_are_not_remembered(alice: User, bob: User, client_of: ClientOf) -> None:
    game = game_create(host=alice, new=NewGame(seats=2))
    game_start(public_id=game.public_id, host=alice, bots=["skald"])
    for user in (alice, bob):
        queue_join(user=user, seats=2, pace=Game.Pace.M3)
    assert Game.objects.latest("pk").from_queue
    chosen = chosen_in(more_options(client_of(alice)))
    assert (chosen["seats"], chosen["pace"], chosen["bots_skald"]) == ("2", "1d", "0")


def test_remembering_takes_one_query_and_what_bots_won_another(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    without = queries_of(lambda: client.get(reverse("games:rules")))
    create(client)
    assert queries_of(lambda: client.get(reverse("games:create"))) <= without + 2


def test_a_refused_preset_says_why(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    make_offers(alice, MAX_OPEN_OFFERS)
    answer = client.post(reverse("games:create"), presets(client)["friends"])
    assert answer.status_code == 409
    assert "You already have 50 open games." in words_of(answer)


def test_a_visitor_logs_in_first_and_comes_back_to_the_form(client: Client, db: None) -> None:
    answer = client.get(reverse("games:create"))
    assert answer.headers["Location"] == f"{reverse('account_login')}?next={reverse('games:create')}"


def token_on(client: Client, name: str) -> str:
    return client.get(reverse(name)).content.decode().split('name="once" value="')[1].split('"')[0]


@pytest.mark.parametrize(("view", "form"), [("games:create", "games:create"), ("home", "games:play_now")])
def test_a_button_pressed_twice_opens_one_game(
    alice: User, bob: User, client_of: ClientOf, view: str, form: str
) -> None:
    client = client_of(alice)
    sent = PLAIN | {"bot": "berserker", "once": token_on(client, view)}
    first, second = client.post(reverse(form), sent), client.post(reverse(form), sent)
    assert first.headers["Location"] == second.headers["Location"]
    assert Game.objects.count() == 1
    client.post(reverse(form), sent | {"once": token_on(client, view)})
    client_of(bob).post(reverse(form), sent)
    assert list(Game.objects.order_by("pk").values_list("host__handle", flat=True)) == ["alice", "alice", "bob"]


def test_a_token_of_a_refused_form_is_still_good(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    once = token_on(client, "games:create")
    offers = make_offers(alice, MAX_OPEN_OFFERS)
    assert create(client, once=once).status_code == 409
    client.post(reverse("games:leave", args=[offers[0].public_id]))
    assert create(client, once=once).status_code == 302


def test_a_second_press_is_known_without_the_cache(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    once = token_on(client, "games:create")
    first = create(client, once=once)
    cache.clear()
    assert create(client, once=once).headers["Location"] == first.headers["Location"]
    assert Game.objects.count() == 1


def test_an_old_form_sent_again_opens_another_game(
    alice: User, client_of: ClientOf, travel: time_machine.Traveller
) -> None:
    client = client_of(alice)
    once = token_on(client, "games:create")
    first = create(client, once=once)
    travel.shift(SECOND_PRESS)
    second = create(client, once=once)
    assert second.headers["Location"] not in ("/", first.headers["Location"])
    assert create(client, once=once).headers["Location"] == second.headers["Location"]
    assert Game.objects.count() == 2
