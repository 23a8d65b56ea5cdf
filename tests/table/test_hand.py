"""Cards in hand: their order, and which the page names."""

import random
import re
from dataclasses import replace

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.engine import legal_turns
from games.errors import NoSuchGame
from games.lobby.services import NewGame
from games.models import Game, Preferences, Seat
from games.play.hand_order import hand_order_save
from games.play.seats.resign import seat_resign
from games.play.turn import turn_play
from games.table import table_view
from games.table.advice import turn_advice
from games.table.choices import distinct, largest_first
from games.table.hand_words import need_words
from tests.clients import ClientOf
from tests.factories import seat_to_act, state_of
from tests.games_laid import Place, game_at, lay_game, turn_next
from tests.games_laid.cards import lay
from tests.page_texts import words_of
from tests.table.tables import game_url, seat_of, text_of

FETCH = {"X-Requested-With": "fetch"}


@pytest.fixture
def rng() -> random.Random:
    return random.Random(6)


def held(game: Game, seat: int = 0) -> list[str]:
    return [str(card) for card in state_of(game).hands[seat]]


def lying(client: Client, game: Game) -> list[str]:
    """The cards in the page's order."""
    return re.findall(r'name="card" value="(\w\d)"', text_of(client.get(game_url("table", game))))


def lay_first(client: Client, game: Game, *codes: str, **how: dict[str, str]) -> int:
    return client.post(game_url("order", game), {"card": codes}, **how).status_code  # type: ignore[arg-type]


def test_cards_lie_by_number_or_colour_at_every_table(game: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    client, other = client_of(alice), lay_game([alice, bob])
    for sort in ("colour", "number"):
        assert client.post(game_url("sort", game), {"sort": sort})["Location"] == game_url("table", game)
        for table in (game, other):
            wanted = held(table)
            if sort == "colour":
                wanted.sort(key=lambda code: ("BRPGKO".index(code[0]), -int(code[1])))
            assert lying(client_of(alice), table) == wanted
    assert lying(client_of(bob), game) == held(game, 1)


def test_what_is_no_way_to_sort_is_refused_in_words(game: Game, alice: User, client_of: ClientOf) -> None:
    client, words = client_of(alice), "Sort cards by number, by colour or in your own order."
    assert words in words_of(client.post(game_url("sort", game), {"sort": "<x>"}, follow=True))
    told = client.post(game_url("sort", game), {"sort": "\x00"}, headers=FETCH)
    assert (told.status_code, text_of(told)) == (422, words)
    assert not Preferences.objects.filter(user=alice).exclude(hand_sort="number").exists()


def test_own_order_is_kept_on_the_server_and_outlives_turns(game: Game, alice: User, client_of: ClientOf) -> None:
    lay(game, "R9 B8 K7 G5", "P6 O4 P2", to_act=0, table="R1", table_seat=1)
    client, cards = client_of(alice), held(game)
    turned = cards[::-1]
    assert lay_first(client, game, *turned, headers=FETCH) == 204
    assert lying(client_of(alice), game) == turned
    turn_play(public_id=game.public_id, user=alice, version=game.version, text="K7<R1")
    assert lying(client, game) == ["G5", "B8", "R9", "R1"]


def test_some_cards_are_put_first_and_the_others_stay_as_they_lie(game: Game, alice: User, client_of: ClientOf) -> None:
    client, cards = client_of(alice), held(game)
    assert lay_first(client, game, cards[4], cards[2]) == 302
    assert lying(client, game) == [cards[4], cards[2], *(code for code in cards if code not in (cards[4], cards[2]))]
    assert lay_first(client, game, cards[8]) == 302
    assert lying(client, game)[:3] == [cards[8], cards[4], cards[2]]
    assert lay_first(client, game) == 302
    assert lying(client, game)[:3] == [cards[8], cards[4], cards[2]]


def test_an_order_of_an_earlier_hand_says_nothing(alice: User, bob: User, client_of: ClientOf) -> None:
    client, game = client_of(alice), game_at([alice, bob], Place(1, -1), recorded="target_of_two")
    lay_first(client, game, *held(game)[::-1])
    turn_next(game)
    assert game.hands.count() == 2
    assert lying(client, game) == held(game)


def test_cards_that_are_not_held_are_refused(game: Game, alice: User, client_of: ClientOf) -> None:
    client, cards = client_of(alice), held(game)
    other = next(code for code in held(game, 1))
    for codes in ([other], [cards[0], cards[0]], ["Z9"], ["<script>"], ["é\x00"]):
        assert lay_first(client, game, *codes, headers=FETCH) == 422
    words = words_of(client.post(game_url("order", game), {"card": [other]}, follow=True))
    assert "You don’t have one of these cards." in words
    assert Seat.objects.filter(game=game).exclude(hand_order="").count() == 0


def test_only_the_seats_holder_plays_its_cards(
    game: Game, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    assert lay_first(client_of(charlie), game, held(game)[0]) == 404
    assert lay_first(Client(), game, held(game)[0]) == 302
    seat_resign(public_id=game.public_id, user=bob)
    with pytest.raises(NoSuchGame):
        hand_order_save(public_id=game.public_id, user=bob, cards=[])
    assert not Seat.objects.exclude(hand_order="").exists()


def test_other_players_see_nothing_of_an_order(game: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    before = client_of(bob).get(game_url("table_part", game))["ETag"]
    mine = client_of(alice).get(game_url("table_part", game))["ETag"]
    lay_first(client_of(alice), game, *held(game)[::-1])
    assert client_of(bob).get(game_url("table_part", game))["ETag"] == before
    assert client_of(alice).get(game_url("table_part", game))["ETag"] != mine


def test_the_hint_names_the_largest_plays_each_a_way_to_choose_it(game: Game, client_of: ClientOf) -> None:
    lay(game, "R9 B9 R8 B8 K4 K1", "G6 P5 O4", to_act=0, table="G7", table_seat=1)
    assert len(plays_of(game)) > 4
    client = client_of(seat_to_act(game).user)
    assert 'id="hints"' not in text_of(client.get(game_url("table", game)))
    page = text_of(client.get(game_url("table", game), {"hint": "1"}))
    named = re.findall(r'data-play="(\w+)"', page)
    assert named == distinct(plays_of(game))
    assert named[0] == largest_first(plays_of(game))[0]
    chosen = text_of(client.get(game_url("table", game), {"choose": named[0]}))
    assert sorted(re.findall(r'id="card-(\w\d)" checked', chosen)) == sorted(re.findall(r"\w\d", named[0]))


@pytest.mark.parametrize(
    ("plays", "named"),
    [
        # Over a seven: the largest of similar pairs, and each number of cards.
        ("R9 B9 R8 R9B9 R9P9 B9P9 R9R8 B8P8 P7G7", "R9B9 B8P8 R9 R8"),
        ("K6K4K3 K6K4K1 K6K3K1 K4K3K1 K6K4 K4K3 R3K3", "K6K4K3 K4K3K1 K6K4 K4K3"),
        # Leading single cards only: as many as can be named.
        ("R9 B8 P7 G6 K5", "R9 B8 P7 G6"),
        # The largest of each number of cards first.
        ("R5R4R3 R5R4 R4R3 R5 R4 R3", "R5R4R3 R5R4 R4R3 R5"),
        ("", ""),
    ],
)
def test_no_two_plays_of_a_hint_are_alike(plays: str, named: str) -> None:
    assert distinct(plays.split()) == named.split()


def plays_of(game: Game) -> list[str]:
    view = table_view(game, seat_to_act(game).user)
    assert view.choices is not None
    return list(view.choices.plays)


@pytest.mark.parametrize(("rated", "bot", "hints"), [(False, False, True), (True, False, False), (True, True, True)])
def test_there_is_no_hint_in_rated_games_among_people(
    alice: User, bob: User, client_of: ClientOf, *, rated: bool, bot: bool, hints: bool
) -> None:
    game = lay_game([alice, bob])
    Game.objects.filter(pk=game.pk).update(rated=rated)
    if bot:
        Seat.objects.filter(game=game, number=1).update(kind=Seat.Kind.BOT, contribution=None, answered_at=None)
    game.refresh_from_db()
    for user in (alice, bob)[: 1 if bot else 2]:
        page = text_of(client_of(user).get(game_url("table", game), {"hint": "1"}))
        assert ('id="hints"' in page) is hints
        assert ("data-play=" in page) is hints
        assert table_view(game, user).may_hint is hints


def test_against_bots_alone_the_hint_is_what_the_strongest_bot_would_do(
    alice: User, client_of: ClientOf, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    game = lay_game([alice], NewGame(seats=2, bots=["skald"]))
    lay(game, "R9 B9 R8 B8 K4 K1", "G6 P5 O4", to_act=0, table="G7 P7", table_seat=1)
    client, legal = client_of(alice), legal_turns(state_of(game))
    page = client.get(game_url("table", game), {"hint": "1"})
    assert re.search(r"(Play|Pass).*: .* Expected points: \d\.\d", words_of(page))
    [(play, pickup)] = re.findall(r'data-play="(\w+)" data-pickup="(\w*)"', text_of(page))
    assert f"{play}<{pickup}" in map(str, legal)
    chosen = text_of(client.get(game_url("table", game), {"choose": play, "pickup": pickup}))
    assert sorted(re.findall(r'id="card-(\w\d)" checked', chosen)) == sorted(re.findall(r"\w\d", play))
    assert re.search(rf'id="pick-{pickup}"\s+checked', chosen)
    with django_assert_num_queries(3):
        assert turn_advice(game, 0) is not None
    assert turn_advice(game, 1) is None
    told = words_of(client.get(game_url("text_table", game), {"hint": "1"}))
    assert re.search(r"(Play|Pass).*: .* Expected points: \d\.\d", told)


@pytest.mark.parametrize("rated", [False, True])
def test_nobody_is_advised_against_a_person_or_for_a_rating(
    alice: User, bob: User, client_of: ClientOf, *, rated: bool
) -> None:
    game = lay_game([alice] if rated else [alice, bob], NewGame(seats=3, bots=["skald"] * (2 if rated else 1)))
    Game.objects.filter(pk=game.pk).update(rated=rated)
    game.refresh_from_db()
    for name in ("table", "text_table"):
        assert "Expected points" not in text_of(client_of(alice).get(game_url(name, game), {"hint": "1"}))
    assert "Your largest sets" in text_of(client_of(alice).get(game_url("table", game), {"hint": "1"}))


def test_the_bar_always_says_how_many_and_above_what(game: Game, client_of: ClientOf) -> None:
    for table, words in ("", "Lead with one card"), ("R2B2", "2 cards above 22, or any set of 3"):
        lay(game, "R9 B9 K7", "G6 P5 O4", to_act=0, table=table, table_seat=1 if table else None)
        for seat, name in enumerate(("alice", "bob")):
            # Over your own set only a lead can follow.
            other = "alice" if name == "bob" else "bob"
            need = f"If {other} passes, you lead" if table and name == "bob" else words
            page = client_of(seat_of(game, name).user).post(
                game_url("turn", game), {"version": game.version, "action": "play", "card": held(game, seat)[:2]}
            )
            assert f'id="bar-need">{need}</p>' in text_of(page)
    view = table_view(game, seat_of(game, "bob").user)
    assert need_words(replace(view, around=view.around * 2)) == "If everyone passes, you lead"


def test_where_only_a_pass_is_left_nothing_above_it_says_what_would_beat_the_set(
    game: Game, client_of: ClientOf
) -> None:
    lay(game, "R3 B2", "G6 P5 O4", to_act=0, table="K8", table_seat=1)
    page = text_of(client_of(seat_of(game, "alice").user).get(game_url("table", game)))
    assert 'id="bar-need">You can only pass</p>' in page
    assert page.count("You can only pass") == 1
    assert "1 card above 8" not in page
    # Out of turn it is not known yet: the set may be another by then.
    assert need_words(replace(table_view(game, seat_of(game, "alice").user), my_turn=False)) == (
        "1 card above 8, or any set of 2"
    )


def test_over_nines_one_card_more_is_needed(alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, goat=True))
    lay(game, "R9 R8 X0", "G6 P5 O4", to_act=0, table="B9", table_seat=1)
    assert need_words(table_view(game, seat_to_act(game).user)) == "Only a set of 2 beats 9"
