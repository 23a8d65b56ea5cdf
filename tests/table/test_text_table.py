"""The table in text: sentences, one list of plays, and a remembered switch."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.engine import HandState, cards_text, legal_turns, parse_cards
from games.models import Game, Preferences
from tests.clients import ClientOf
from tests.factories import seat_to_act, state_of
from tests.games_laid import finished_game, game_where
from tests.games_laid.cards import lay
from tests.page_texts import main_of, words_of
from tests.table.tables import cards_told, game_url, hidden_from, seat_of, text_of


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    return game_where([alice, bob, charlie], can_choose, recorded="single_hand_of_three")


def can_choose(state: HandState) -> bool:
    plays = [turn for turn in legal_turns(state) if not turn.is_pass]
    return len(state.table) > 1 and any(len(turn.cards) < len(state.hands[state.to_act]) for turn in plays)


def offered(page: object) -> list[str]:
    return re.findall(r'name="play" value="([^"]*)"', main_of(page))


def test_it_lists_all_that_may_be_done_the_largest_first(game: Game, client_of: ClientOf) -> None:
    actor, state = seat_to_act(game).user, state_of(game)
    page = client_of(actor).get(game_url("text_table", game))
    held = len(state.hands[state.to_act])
    wanted = {cards_text(turn.cards) for turn in legal_turns(state) if not turn.is_pass}
    plays = offered(page)
    assert plays[-1] == "pass"
    assert {play.removesuffix(" out") for play in plays[:-1]} == wanted
    assert [play for play in plays if play.endswith(" out")] == [
        play for play in plays if play.endswith(" out") and len(parse_cards(play[:-4])) == held
    ]
    sizes = [len(play.removesuffix(" out")) // 2 for play in plays[:-1]]
    assert sizes == sorted(sizes, reverse=True)
    words = words_of(page)
    assert "Your turn" in words
    assert f": {int(''.join(str(card.number) for card in state.table))} (" in words
    assert main_of(page).count("<h2") >= 5


def test_a_choice_is_of_cards_and_not_of_a_place_in_the_list(game: Game, client_of: ClientOf) -> None:
    page = main_of(client_of(seat_to_act(game).user).get(game_url("text_table", game)))
    boxes = re.findall(r'name="play" value="([^"]*)" id="play-([^"]*)"', page)
    assert boxes
    assert all(value.removesuffix(" out") == key for value, key in boxes)


def test_a_rated_game_among_people_gets_no_hint_of_large_plays(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = game_where([alice, bob, charlie], can_choose, recorded="single_hand_of_three", rated=True)
    actor = seat_to_act(game).user
    hand = re.findall(r'data-card="([A-Z]\d)"', main_of(client_of(actor).get(game_url("table", game))))
    plays = [play.removesuffix(" out") for play in offered(client_of(actor).get(game_url("text_table", game)))[:-1]]
    places = [sorted(hand.index(str(card)) for card in parse_cards(play)) for play in plays]
    assert places
    assert places == sorted(places)


def test_a_returning_page_gets_the_missed_turns(game: Game, client_of: ClientOf) -> None:
    actor = seat_to_act(game).user
    game.seats.filter(user=actor).update(seen_version=game.version - 2)
    first = client_of(actor).get(game_url("text_table", game))
    assert "Since you were here" in words_of(first)
    assert main_of(first).split('id="since"')[1].split("</section>")[0].count("<li>") == 2
    assert "Since you were here" not in words_of(client_of(actor).get(game_url("text_table", game)))


def test_what_was_asked_for_is_kept_on_the_way_to_the_text(game: Game, alice: User, client_of: ClientOf) -> None:
    Preferences.objects.create(user=alice, text_table=True)
    answer = client_of(alice).get(game_url("table", game) + "?hand=1&choose=R6")
    assert answer["Location"] == game_url("text_table", game) + "?hand=1&choose=R6"


def test_a_turn_is_taken_from_it_and_leads_back_to_it(game: Game, client_of: ClientOf) -> None:
    actor, state, before = seat_to_act(game).user, state_of(game), game.version
    client = client_of(actor)
    play, other = [play for play in offered(client.get(game_url("text_table", game))) if not play.endswith(" out")][:2]
    sent = {"version": str(before), "as": "text", "play": play, "pickup": str(state.table[0])}
    done = client.post(game_url("turn", game), sent, follow=True)
    assert done.redirect_chain == [(game_url("text_table", game), 302)]
    game.refresh_from_db()
    assert game.version == before + 1
    assert state_of(game).table == parse_cards(play)
    assert "You played" in words_of(done)

    # Outdated: the same page gives the reason and keeps the choice.
    sent["play"] = other
    again = client.post(game_url("turn", game), sent)
    assert again.status_code == 409
    assert 'id="refusal"' in main_of(again)
    assert "text-table" in main_of(again)
    part = client.post(game_url("turn", game), sent, headers={"X-Requested-With": "fetch", "X-Odin-Look": "text"})
    assert part.status_code == 409
    assert text_of(part).strip().startswith("{#") is False
    assert "text-table" in text_of(part)


def test_a_pass_and_going_out_are_turns_of_the_list(game: Game, client_of: ClientOf) -> None:
    actor = seat_to_act(game).user
    sent = {"version": str(game.version), "as": "text", "play": "pass"}
    assert client_of(actor).post(game_url("turn", game), sent).status_code == 302
    game.refresh_from_db()
    assert game.hands.latest("number").moves.latest("number").turn == "pass"

    lay(game, "R6 R5", "G9 G8 G7", "P9 P8", to_act=0, table="B1", table_seat=2)
    actor, state = seat_to_act(game).user, state_of(game)
    out = next(play for play in offered(client_of(actor).get(game_url("text_table", game))) if play.endswith(" out"))
    sent = {"version": str(game.version), "as": "text", "play": out, "pickup": "".join(map(str, state.table[:1]))}
    hands = game.hands.count()
    assert client_of(actor).post(game_url("turn", game), sent).status_code == 302
    game.refresh_from_db()
    assert game.hands.count() > hands or game.ended_at is not None


def test_it_tells_nothing_hidden(game: Game, alice: User, client_of: ClientOf) -> None:
    # The list of the deck names cards without colours.
    state, deck = state_of(game), list(game.hands.latest("number").deck)
    for client, seat in ((client_of(alice), seat_of(game, "alice").number), (Client(), None)):
        page = text_of(client.get(game_url("text_table", game)))
        assert not cards_told(page) & hidden_from(state, deck, seat)


def test_the_option_opens_games_in_text(game: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    page = client.get(game_url("text_table", game))
    assert game_url("table", game) in main_of(page)
    assert client.get(game_url("table", game)).status_code == 200
    done = client.post(game_url("text_switch", game), {"on": "1"}, follow=True)
    assert "Saved for all games." in words_of(done)
    assert Preferences.objects.get(user=alice).text_table
    assert client.get(game_url("table", game))["Location"] == game_url("text_table", game)
    assert client_of(bob).get(game_url("table", game)).status_code == 200
    done = client.post(game_url("text_switch", game), {"on": "0"}, follow=True)
    assert done.redirect_chain == [(game_url("table", game), 302)]
    assert Client().post(game_url("text_switch", game), {"on": "1"})["Location"].startswith(reverse("account_login"))


def test_its_part_is_in_text_and_is_not_sent_twice(game: Game, alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    part = client.get(game_url("text_part", game))
    assert part["X-Odin-Part"] == str(game.version)
    assert "text-table" in text_of(part)
    assert client.get(game_url("text_part", game), headers={"If-None-Match": part["ETag"]}).status_code == 304


def test_it_takes_no_more_queries_than_the_drawn_table(
    game: Game, alice: User, client_of: ClientOf, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = client_of(alice)
    # The first visit records what was shown.
    client.get(game_url("text_table", game))
    with django_assert_num_queries(13):
        client.get(game_url("text_table", game))


def test_an_ended_game_names_the_winner(alice: User, bob: User, client_of: ClientOf) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two")
    words = words_of(client_of(alice).get(game_url("text_table", game)))
    assert "Game over" in words
    assert "win" in words
    assert "Play again" in words


def test_shared_places_share_a_number_and_card_lines_keep_theirs(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = finished_game([alice, bob, charlie], recorded="single_hand_of_three")
    for seat, points in zip(game.seats.order_by("number"), (7, 3, 7), strict=True):
        game.seats.filter(pk=seat.pk).update(points=points)
    page = main_of(client_of(alice).get(game_url("text_table", game)))
    places = page.split('id="game-over"')[1].split("</ol>")[0]
    assert re.findall(r'<li value="(\d)">', places) == ["1", "2", "2"]
    sheet = page.split('class="figures sheet"')[1].split("</table>")[0]
    assert re.search(r"[a-z]\N{NO-BREAK SPACE}[1-9]", sheet)
    assert not re.search("(red|blue|green|pink|black|orange) [1-9]", sheet)
