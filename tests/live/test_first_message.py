"""A page's first message: the whole view, the missed turns, or that none were missed."""

from __future__ import annotations

import random

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.lobby.services import NewGame, game_leave
from games.models import Game, Move
from games.play.seats.resign import seat_resign
from tests.factories import seat_to_act, state_of, take_turn
from tests.games_laid import Place, finished_game, game_at, lay_game
from tests.live.pages import Message, game_page

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]


async def first(public_id: str, user: User | None = None, query: str = "") -> Message:
    async with await game_page(public_id, user, query) as page:
        return await page.hear()


async def turns(game: Game, rng: random.Random, count: int) -> None:
    for _turn in range(count):
        await sync_to_async(take_turn)(game, rng)


async def test_a_visitor_hears_the_whole_view(game: Game) -> None:
    view = await first(game.public_id)
    assert (view["type"], view["id"], view["version"]) == ("view", game.public_id, game.version)
    assert (view["status"], view["pace"]) == ("running", "1d")
    assert [seat["name"] for seat in view["seats"]] == ["alice", "bob"]
    assert (view["sizes"], view["points"], view["table"]) == ([9, 9], [0, 0], [])
    assert view["to_act"] == view["leader"] == game.to_act
    assert not {"my_seat", "my_cards", "legal", "cards"} & set(view)


async def test_a_player_hears_the_own_cards_and_legal_turns(game: Game) -> None:
    acting = await sync_to_async(seat_to_act)(game)
    state = await sync_to_async(state_of)(game)
    view = await first(game.public_id, acting.user)
    cards = [str(card) for card in state.hands[acting.number]]
    assert (view["my_seat"], view["my_cards"]) == (acting.number, cards)
    assert set(cards) <= set(view["legal"])


async def test_a_player_who_is_not_to_act_has_no_legal_turns(game: Game, alice: User, bob: User) -> None:
    acting = await sync_to_async(seat_to_act)(game)
    view = await first(game.public_id, bob if acting.user == alice else alice)
    assert len(view["my_cards"]) == 9
    assert view["legal"] == []


async def test_a_page_that_missed_turns_hears_each_from_the_state_after_it(
    game: Game, alice: User, rng: random.Random
) -> None:
    known = game.version
    await turns(game, rng, 3)
    moves = await sync_to_async(lambda: list(Move.objects.filter(hand__game=game).order_by("number")))()
    async with await game_page(game.public_id, alice, f"?since={known}") as page:
        told = [await page.hear() for _ in range(3)]
        assert await page.is_quiet()
    assert [event["turn"] for event in told] == [move.turn for move in moves]
    assert [event["version"] for event in told] == [known + 1, known + 2, known + 3]
    seats = [move.seat for move in moves]
    assert [event["to_act"] for event in told] == [*seats[1:], game.to_act]
    mine = 0
    for event in told:
        assert len(event["you"]["cards"]) == event["sizes"][mine]
        assert bool(event["you"]["legal"]) == (event["to_act"] == mine)


async def test_missed_turns_read_as_they_did_live(game: Game, bob: User, rng: random.Random) -> None:
    known = game.version
    async with await game_page(game.public_id, bob) as page:
        await page.hear()
        await turns(game, rng, 4)
        live = [await page.hear() for _ in range(4)]
    async with await game_page(game.public_id, bob, f"?since={known}") as page:
        late = [await page.hear() for _ in range(4)]
    # The clocks of turns before the last have stopped.
    assert late == [*(turn | {"deadline_at": None} for turn in live[:-1]), live[-1]]


async def test_a_page_that_missed_nothing_hears_that(game: Game, alice: User) -> None:
    told = await first(game.public_id, alice, f"?since={game.version}")
    assert told == {"type": "current", "version": game.version}


@pytest.mark.parametrize("since", ["", "x", "-1", "0", "999", "1e3", "%F0%9F%90%90", "²", "9" * 5000, "1&since=0"])
async def test_a_version_that_makes_no_sense_gets_the_whole_view(game: Game, since: str) -> None:
    assert (await first(game.public_id, query=f"?since={since}"))["type"] == "view"


async def test_more_than_turns_gets_the_whole_view(alice: User, bob: User, charlie: User, rng: random.Random) -> None:
    game = await sync_to_async(lay_game)([alice, bob, charlie])
    known = game.version
    await turns(game, rng, 1)
    await sync_to_async(seat_resign)(public_id=game.public_id, user=bob)
    view = await first(game.public_id, alice, f"?since={known}")
    assert view["type"] == "view"
    assert [seat["resigned"] for seat in view["seats"]] == [False, True, False]


async def test_an_earlier_hand_gets_the_whole_view(alice: User, bob: User) -> None:
    game = await sync_to_async(game_at)([alice, bob], Place(2, 3), recorded="target_of_two")
    known = game.version - 4
    assert (await first(game.public_id))["hand"] == 2
    assert (await first(game.public_id, query=f"?since={known}"))["type"] == "view"


async def test_an_open_game_shows_its_free_seats(alice: User) -> None:
    game = await sync_to_async(lay_game)([alice], NewGame(seats=3))
    view = await first(game.public_id, alice)
    assert (view["status"], view["to_act"], view["my_cards"], view["legal"]) == ("open", None, [], [])
    assert view["seats"][1:] == [{"seat": 1}, {"seat": 2}]
    assert "table" not in view


async def test_a_finished_game_shows_remaining_cards_and_the_winner(alice: User, bob: User) -> None:
    game = await sync_to_async(finished_game)([alice, bob], recorded="single_hand_of_two")
    view = await first(game.public_id, alice)
    assert (view["status"], view["end"], view["to_act"]) == ("finished", "single_hand", None)
    assert [len(cards) for cards in view["left"]] == view["sizes"]
    assert [seat["winner"] for seat in view["seats"]].count(True) == 1
    assert (view["my_cards"], view["legal"]) == ([], [])


async def test_a_cancelled_game_can_still_be_looked_at(alice: User) -> None:
    game = await sync_to_async(lay_game)([alice], NewGame(seats=3))
    await sync_to_async(game_leave)(public_id=game.public_id, user=alice)
    assert (await first(game.public_id))["status"] == "cancelled"
