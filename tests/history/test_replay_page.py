"""The replay page: frames by links, all hands or one seat's view, and data for its script."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.engine import observe, replay
from games.engine.cards import Card
from games.lobby.services import NewGame
from games.models import Game, Hand
from games.moderation.acts import seat_to_person, turns_take_back
from games.play.seats.resign import seat_resign
from games.web.card_words import short_card
from tests.clients import ClientOf
from tests.factories import make_person, make_staff, state_of
from tests.games_laid import Place, finished_game, game_at, lay_game
from tests.moderation.moderator_acts import act, hand_of, play_turns
from tests.page_texts import main_of, queries_of, words_of
from tests.table.tables import cards_told, game_url, hidden_from, seat_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(alice: User, bob: User) -> Game:
    return finished_game([alice, bob], recorded="target_10_of_two")


def frames_of(client: Client, game: Game, query: str = "") -> list[dict[str, Any]]:
    answer = client.get(game_url("replay_frames", game) + query)
    assert answer.status_code == 200, answer.content
    frames: list[dict[str, Any]] = json.loads(answer.content)["frames"]
    return frames


def rows_of(response: object) -> list[list[str]]:
    """The open cards in each seat's row."""
    rows = re.findall(r'<p class="replay-hand">(.*?)</p>', main_of(response), re.DOTALL)
    return [re.findall(r'class="card card-s card-([A-Z]).*?#c-n(\d)', row, re.DOTALL) for row in rows]


def test_every_frame_is_the_hand_as_it_was(over: Game, client: Client) -> None:
    for hand in over.hands.order_by("number"):
        turns = list(hand.moves.order_by("number").values_list("turn", flat=True))
        deck = [Card.parse(card) for card in hand.deck]
        frames = frames_of(client, over, f"?hand={hand.number}")
        assert len(frames) == len(turns) + 1
        for count, frame in enumerate(frames):
            state = replay(deck, 2, hand.leader, turns[:count])
            assert [set(seat["cards"]) for seat in frame["seats"]] == [set(map(str, cards)) for cards in state.hands]
            before = replay(deck, 2, hand.leader, turns[: max(count - 1, 0)])
            ended = before.round < state.round
            lay = before if ended else state
            assert (frame["laid"] or {"cards": []})["cards"] == [str(card) for card in lay.table]
            assert frame["taken"] == str(lay.picked_up or "")
            assert count == 0 or f"Round {lay.round}, turn {count} of" in frame["place"]
            leads = f"leads round {state.round}" in frame["lead"]
            assert leads == (not state.table)
            assert any(f"won round {before.round} with" in line for line in frame["then"]) == ended


def test_one_seats_view_shows_what_that_seat_could_know(over: Game, client: Client) -> None:
    hand = over.hands.get(number=1)
    turns = list(hand.moves.order_by("number").values_list("turn", flat=True))
    for seat in range(2):
        for count, frame in enumerate(frames_of(client, over, f"?hand=1&seat={seat}")[:-1]):
            state = replay([Card.parse(card) for card in hand.deck], 2, hand.leader, turns[:count])
            view = observe(state, seat)
            for number, row in enumerate(frame["seats"]):
                assert set(row["cards"]) == ({str(card) for card in view.cards} if number == seat else set())
                if number != seat:
                    assert set(row["known"]) == {str(card) for card in view.known[number]}
                    assert row["backs"] == view.sizes[number] - len(view.known[number])
    last = frames_of(client, over, "?hand=1&seat=0")[-1]
    assert all(row["backs"] == 0 for row in last["seats"])


def test_the_page_shows_the_frame_that_its_address_names(over: Game, client: Client) -> None:
    page = client.get(game_url("replay", over))
    assert "The deal" in words_of(page)
    assert [len(row) for row in rows_of(page)] == [9, 9]
    frames = frames_of(client, over, "?hand=1")
    for turn in (1, 5, len(frames) - 1):
        page = client.get(game_url("replay", over) + f"?hand=1&turn={turn}")
        assert frames[turn]["said"] in words_of(page)
        assert [["".join(card) for card in row] for row in rows_of(page)] == [
            list(seat["cards"]) for seat in frames[turn]["seats"]
        ]
        assert f'href="?hand=1&amp;turn={turn - 1}" data-step="back"' in main_of(page)
    assert client.get(game_url("replay", over) + "?hand=1&turn=9999").context["turn"] == len(frames) - 1
    assert client.get(game_url("replay", over) + "?hand=1&turn=last").context["turn"] == len(frames) - 1


def test_links_alone_lead_from_hand_to_hand(over: Game, client: Client) -> None:
    page = client.get(game_url("replay", over))
    last = over.hands.get(number=1).turns_count
    assert page.context["steps"]["back"] == page.context["steps"]["hand_before"] == ""
    way = {
        "next": (1, 1),
        "last": (1, last),
        "hand_after": (2, 0),
        "back": (1, last),
        "first": (1, 0),
    }
    for step, place in way.items():
        page = client.get(game_url("replay", over) + page.context["steps"][step])
        assert (page.context["replay"].hand, page.context["turn"]) == place, step
    page = client.get(game_url("replay", over) + f"?hand={over.hands.count()}&turn=last")
    assert page.context["steps"]["next"] == page.context["steps"]["hand_after"] == ""
    assert 'aria-disabled="true" role="link" data-step="next"' in main_of(page)


def test_odd_addresses_are_not_found_or_show_the_nearest_sense(over: Game, client: Client) -> None:
    for query in ("?hand=99", "?hand=x", "?hand=-1", "?hand=%00", "?hand=9999999999999"):
        for name in ("replay", "replay_frames"):
            assert client.get(game_url(name, over) + query).status_code == 404, query
    for query in ("?turn=x", "?turn=-3", "?seat=9", "?seat=x&turn=3", "?hand=&turn=&seat="):
        assert client.get(game_url("replay", over) + query).status_code == 200, query


def test_people_without_access_to_the_game_see_no_replay(
    alice: User, bob: User, client_of: ClientOf, client: Client
) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, visibility=Game.Visibility.PRIVATE))
    stranger = client_of(make_person("stranger"))
    assert stranger.get(game_url("replay", game)).status_code == 404
    assert stranger.get(game_url("replay_frames", game)).status_code == 404
    assert client.get(game_url("replay", game)).status_code == 302
    assert client.get(game_url("replay_frames", game)).status_code == 404
    assert client_of(alice).get(game_url("replay", game)).status_code == 200


def test_a_game_that_has_not_begun_has_none(alice: User, client_of: ClientOf) -> None:
    game = lay_game([alice], NewGame(seats=2))
    assert client_of(alice).get(game_url("replay", game))["Location"] == game_url("table", game)
    assert client_of(alice).get(game_url("replay_frames", game)).status_code == 404


def test_a_running_game_hides_from_each_what_is_hidden(
    alice: User, bob: User, charlie: User, client_of: ClientOf, client: Client
) -> None:
    game = game_at([alice, bob, charlie], Place(2, 7), recorded="three_with_goat")
    hand = hand_of(game)
    turns = list(hand.moves.order_by("number").values_list("turn", flat=True))
    whole = [Card.parse(card) for card in hand.deck]
    for viewer, seat in (
        (client, None),
        *((client_of(it), seat_of(game, it.handle).number) for it in (alice, bob, charlie)),
    ):
        for asked in ("", "&seat=0", "&seat=1", "&seat=2"):
            frames = frames_of(viewer, game, f"?hand=2{asked}")
            assert len(frames) == len(turns) + 1
            for count, frame in enumerate(frames):
                state = replay(whole, 3, hand.leader, turns[:count])
                open_cards = {card for row in frame["seats"] for card in (*row["cards"], *row["known"])}
                assert not open_cards & hidden_from(state, hand.deck, seat)
                assert seat is None or set(frame["seats"][seat]["cards"]) == set(map(str, state.hands[seat]))
        for name, query in (("replay", "?hand=2&seat=1&turn=last"), ("replay_frames", "?hand=2&seat=1")):
            told = cards_told(text_of(viewer.get(game_url(name, game) + query)))
            now = hidden_from(state_of(game), hand.deck, seat)
            # Hidden cards may have been played since.
            assert not told & now


def test_resigned_players_see_their_cards_until_then(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = lay_game([alice, bob, charlie])
    play_turns(game, 4)
    seat = seat_of(game, "alice").number
    seat_resign(public_id=game.public_id, user=alice)
    game.refresh_from_db()
    play_turns(game, 4)
    assert hand_of(game).turns_count == 8
    frames = frames_of(client_of(alice), game)
    assert [bool(frame["seats"][seat]["cards"]) for frame in frames] == [True] * 5 + [False] * 4
    page = words_of(client_of(alice).get(game_url("replay", game) + "?hand=1&turn=4"))
    assert "resigned" in page


def test_a_seats_new_person_sees_its_cards_from_then_on_and_the_former_up_to_it(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = lay_game([alice, bob])
    play_turns(game, 3)
    seat, dora = seat_of(game, "bob").number, make_person("dora")
    act(game, seat_to_person, actor=make_staff("moderator", "moderator"), seat=seat, handle="dora")
    play_turns(game, 3)
    hers = [bool(frame["seats"][seat]["cards"]) for frame in frames_of(client_of(dora), game)]
    his = [bool(frame["seats"][seat]["cards"]) for frame in frames_of(client_of(bob), game)]
    assert (hers, his) == ([False] * 3 + [True] * 4, [True] * 4 + [False] * 3)
    assert "bob" in words_of(client_of(dora).get(game_url("replay", game) + "?hand=1&turn=last"))


def test_undone_turns_are_mentioned_without_frames(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_game([alice, bob])
    play_turns(game, 5)
    gone = hand_of(game).moves.get(number=5).turn
    act(game, turns_take_back, actor=make_staff("moderator", "moderator"), hand=1, keep=3)
    frames = frames_of(client_of(alice), game)
    assert len(frames) == 4
    assert any("took back turns" in line for line in frames[3]["then"])
    page = main_of(client_of(alice).get(game_url("replay", game)))
    assert page.count("<del>") == 2
    assert gone == "pass" or short_card(gone) in page


def test_a_void_hand_is_open_once_the_game_is_over(alice: User, bob: User, client: Client) -> None:
    game = lay_game([alice, bob])
    play_turns(game, 3)
    seat_resign(public_id=game.public_id, user=alice)
    assert Hand.objects.get(game=game).voided
    frames = frames_of(client, game)
    assert all(seat["backs"] == 0 for frame in frames for seat in frame["seats"])
    assert "+" not in frames[-1]["seats"][0]["points"]
    assert "Nothing to show yet." in words_of(client.get(game_url("replay", game)))


def test_charts_and_results_link_here(over: Game, client_of: ClientOf, alice: User) -> None:
    page = main_of(client_of(alice).get(game_url("replay", over) + "?seat=1&hand=1&turn=2"))
    assert f'href="{game_url("replay", over)}?seat=1&amp;hand=1&amp;turn=3"' in page
    assert page.count("<figure") == 2
    assert 'class="chart-here"' in page
    assert 'style="' not in page
    table = text_of(client_of(alice).get(game_url("table", over)))
    assert f'href="{game_url("replay", over)}"' in table


def test_queries_do_not_grow_with_the_game(over: Game, client_of: ClientOf, alice: User) -> None:
    client = client_of(alice)

    def visit(query: str) -> int:
        return queries_of(lambda: client.get(game_url("replay", over) + query))

    # Eleven, one more when shared state is refreshed, and the saga's: eight, or two once its facts are cached.
    assert visit("?hand=1") <= 20
    assert visit(f"?hand={over.hands.count()}&turn=last") <= 20
