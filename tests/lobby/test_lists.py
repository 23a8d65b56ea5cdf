"""Public lists of games."""

import re
from functools import partial

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.lobby.services import NewGame, game_create
from games.models import Game
from games.play.waits.pauses import pause_want
from tests.clients import ClientOf
from tests.factories import make_offers, make_person
from tests.games_laid import finished_game, lay_game
from tests.page_texts import main_of, queries_of, words_of


def listing(client: Client, **query: str) -> object:
    return client.get(reverse("games:open"), query)


def test_a_visitor_sees_public_offers_with_a_free_seat(client: Client, alice: User, bob: User) -> None:
    game_create(host=alice, new=NewGame(seats=4, name="Sunday four"))
    game_create(host=alice, new=NewGame(seats=3, name="Secret", visibility=Game.Visibility.PRIVATE))
    lay_game([alice, bob], NewGame(seats=2, name="Full"), contribute=False)
    words = words_of(listing(client))
    assert (
        "Sunday four 4 players, to 15 points, take-backs allowed 1 day a turn, then you pass "
        "hosted by alice new here · a moment" in words
    )
    assert "1 of 4 seats taken Join" in words
    assert "Secret" not in words
    assert "Full" not in words


def test_offers_can_be_narrowed_to_a_size(client: Client, alice: User) -> None:
    for seats in (2, 3):
        game_create(host=alice, new=NewGame(seats=seats, name=f"Table for {seats}"))
    assert "Table for 3" not in words_of(listing(client, seats="2"))
    assert "Table for 2" in words_of(listing(client, seats="2"))
    for nonsense in ("7", "x", "-1"):
        assert "Table for 3" in words_of(listing(client, seats=nonsense))


def test_offers_can_be_narrowed_to_a_pace_and_to_rated_ones(client: Client, alice: User, client_of: ClientOf) -> None:
    for pace in ("3m", "1d", "none"):
        for rated in (False, True):
            name = f"{pace} {'counts' if rated else 'casual'}."
            game_create(host=alice, new=NewGame(seats=3, pace=pace, rated=rated, name=name))

    def listed(**query: str) -> set[str]:
        lists = [words_of(listing(visitor, **query)) for visitor in (client, client_of(alice))]
        found, same = [set(re.findall(r"(3m|1d|none) (counts|casual)\.", words)) for words in lists]
        assert found == same
        return {f"{pace} {rated}" for pace, rated in found}

    assert listed(pace="live") == {"3m counts", "3m casual"}
    assert listed(pace="slow", rated="no") == {"1d casual", "none casual"}
    assert listed(seats="3", pace="slow", rated="yes") == {"1d counts", "none counts"}
    assert listed(seats="4", pace="slow", rated="yes") == set()
    assert len(listed(pace="fast", rated="perhaps")) == 6


def test_the_filter_shows_what_is_chosen_and_says_when_nothing_fits(client: Client, db: None) -> None:
    page = listing(client, seats="4", pace="slow", rated="no", show="")
    for value in ("4", "slow", "no"):
        assert f'<option value="{value}" selected>' in main_of(page)
    assert "No games right now. Try another filter." in words_of(page)
    assert " selected" not in main_of(listing(client, pace="fast")).replace('<option value="" selected', "")


def test_the_public_list_marks_ones_own_seat(alice: User, bob: User, client_of: ClientOf) -> None:
    game_create(host=alice, new=NewGame(seats=4))
    assert "You’re in" in words_of(listing(client_of(alice)))
    assert "Join" in words_of(listing(client_of(bob)))


def test_running_public_games_can_be_watched(client: Client, alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, name="Boathouse"))
    lay_game([alice, bob], NewGame(seats=2, name="Secret", visibility=Game.Visibility.PRIVATE))
    page = listing(client, show="running")
    assert "Boathouse alice: 0, bob: 0" in words_of(page)
    assert reverse("games:table", args=[game.public_id]) in main_of(page)
    assert "Secret" not in words_of(page)


def test_a_paused_game_is_listed_with_running_ones(client: Client, alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, name="Boathouse", pace="2d", timeout_action="caretaker"))
    for person in (alice, bob):
        pause_want(public_id=game.public_id, user=person, want=True)
    words = words_of(listing(client, show="running"))
    assert (
        "2 players, to 15 points, four colours, take-backs allowed 2 days a turn, then a bot plays "
        "Paused last turn" in words
    )


def test_every_ended_game_leads_to_its_anchor_and_a_private_one_to_nothing_more(
    client: Client, alice: User, bob: User, client_of: ClientOf
) -> None:
    shown = finished_game([alice, bob], recorded="single_hand_of_two", name="Long night")
    hidden = finished_game(
        [alice, bob], recorded="single_hand_of_two", name="Secret", visibility=Game.Visibility.PRIVATE
    )
    called_off = game_create(host=alice, new=NewGame(seats=3, name="Called off"))
    client_of(alice).post(reverse("games:leave", args=[called_off.public_id]))
    page = listing(client, show="ended")
    words = words_of(page)
    for game in (shown, hidden, called_off):
        assert reverse("games:deal", args=[game.public_id]) in main_of(page)
        assert game.anchor in words_of(client.get(reverse("games:deal", args=[game.public_id])))
    assert "Cancelled" in words
    assert "A single hand was played" in words
    assert "Secret" not in words
    assert f"Private game {hidden.public_id}" in words
    assert f'"{reverse("games:table", args=[hidden.public_id])}"' not in main_of(page)


def test_an_unknown_list_is_the_open_games(client: Client, db: None) -> None:
    assert "Join a game. It starts when all seats are taken." in words_of(listing(client, show="everything"))


def test_empty_lists_say_so(client: Client, db: None) -> None:
    assert "No games right now. Create one" in words_of(listing(client))
    assert "No games right now." in words_of(listing(client, show="running"))


def test_lists_come_a_page_at_a_time_and_keep_what_was_chosen(client: Client, alice: User) -> None:
    make_offers(alice, 21)
    first = listing(client, seats="2", pace="slow", rated="", page="1")
    assert '?page=2&amp;seats=2&amp;pace=slow"' in main_of(first)
    assert "Table 0." not in words_of(first)
    assert "Table 0." in words_of(listing(client, seats="2", pace="slow", page="2"))
    assert "No games right now. Create one" in words_of(listing(client, page="9"))


def test_the_number_of_queries_does_not_grow_with_the_games(alice: User, bob: User, client_of: ClientOf) -> None:
    client = client_of(make_person("dora"))

    def add(number: int) -> None:
        game_create(host=alice, new=NewGame(seats=4))
        lay_game([alice, bob])
        finished_game([alice, bob], recorded="single_hand_of_two")

    def taken() -> list[int]:
        return [queries_of(partial(listing, client, show=show)) for show in ("open", "running", "ended")]

    add(1)
    few = taken()
    for number in range(2, 6):
        add(number)
    assert taken() == few
    filtered = partial(listing, client, seats="4", pace="slow", rated="no")
    assert queries_of(filtered) == few[0]
    # The list of open games also links today's hand.
    assert few == [7, 6, 6]
