"""Whole games: no received message holds cards or seeds that its receiver must not know."""

from __future__ import annotations

import json
import random
import re
from bisect import bisect_right
from collections.abc import Callable
from contextlib import AsyncExitStack
from itertools import cycle

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game, Hand, Move
from games.play.fair_chain import hand_seed
from tests.factories import take_brisk_turn
from tests.games_laid import Place, finished_game, game_at, lay_game
from tests.live.pages import Message, Page, game_page

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]

CARD = re.compile(r"[BRPGKO][1-9]|X0")
# Random letters and digits that may look like cards.
IDS = ("id",)


class Truth:
    """A finished game's rows: when each card became public, and whose the others were."""

    def __init__(self, game: Game) -> None:
        self.hands = {hand.number: hand for hand in Hand.objects.filter(game=game)}
        self.moves = list(Move.objects.filter(hand__game=game).select_related("hand").order_by("version"))
        self.ends = [move.version for move in self.moves if move.number == move.hand.turns_count and move.hand.ended_at]
        self.seeds = {number: hand_seed(game, number).hex() for number in range(129)}

    def hand_at(self, version: int) -> int:
        """The hand that runs once `version` is reached."""
        return 1 + bisect_right(self.ends, version)

    def public(self, number: int, version: int) -> set[str]:
        """The cards played by `version`, which every picked-up card is among."""
        turns = [move.turn for move in self.moves if move.hand.number == number and move.version <= version]
        return set(CARD.findall(" ".join(turns)))

    def dealt(self, number: int, seat: int | None) -> set[str]:
        """A seat's dealt cards; none for a spectator, nor when the game ended before."""
        if seat is None or number not in self.hands:
            return set()
        return set(self.hands[number].deck[9 * seat : 9 * seat + 9])

    def allowed(self, message: Message, seat: int | None) -> set[str]:
        """The cards that a message to `seat` may name."""
        if set(message) <= {"type", "version", "watching"}:
            return set()
        version, kind = message["version"], message["type"]
        number = self.hand_at(version)
        if kind == "hand":
            over = message["number"]
            left = set().union(*(self.dealt(over, other) for other in range(6)))
            return self.public(over, version) | left | self.dealt(over + 1, seat)
        if kind == "turn":
            number = next(move.hand.number for move in self.moves if move.version == version)
        if kind == "view" and message.get("left"):
            return set(CARD.findall(json.dumps(message["left"]))) | self.public(message["hand"], version)
        return self.public(number, version) | self.dealt(number, seat)

    def hidden_seeds(self, message: Message) -> list[str]:
        """Seeds that are secret when the message is sent: of the running hand and of later ones."""
        runs = self.hand_at(message.get("version", 0))
        return [seed for number, seed in self.seeds.items() if number >= runs]


def check(truth: Truth, text: str, seat: int | None) -> None:
    message = json.loads(text)
    shown = {name: value for name, value in message.items() if name not in IDS}
    assert set(CARD.findall(json.dumps(shown))) <= truth.allowed(message, seat), (seat, text)
    assert not any(seed in text for seed in truth.hidden_seeds(message)), (seat, text)
    assert not {"deck", "state", "hands", "invite_token", "sealed"} & set(message)


async def listen_to_whole_game(game: Game, people: list[User | None], rng: random.Random) -> list[Page]:
    """Play `game` at random before connected pages and some that come and go; return all pages."""
    heard = []
    async with AsyncExitStack() as stack:
        ways = [(person, query) for query in ("", "page/?lang=de") for person in people]
        lasting = [await stack.enter_async_context(await game_page(game.public_id, *way)) for way in ways]
        for page in lasting:
            await page.hear()
        while game.status == Game.Status.RUNNING:
            await sync_to_async(take_brisk_turn)(game, rng)
            if rng.random() < 0.1:
                for person in people:
                    since = rng.choice(["", f"?since={game.version - rng.randrange(5)}"])
                    async with await game_page(game.public_id, person, since) as page:
                        await page.hear()
                    heard.append(page)
        for page in lasting:
            while (await page.hear())["type"] != "game":
                pass
    return lasting + heard


def of_one_hand(people: list[User]) -> Game:
    return lay_game(people, NewGame(seats=4, target=None, goat=True, bots=["skald"]))


def near_its_end(people: list[User]) -> Game:
    """A game one turn before the end of a hand; another turn may reach the target."""
    return game_at(people, Place(5, -1), recorded="target_10_of_three")


@pytest.mark.whole
@pytest.mark.parametrize("lay", [of_one_hand, near_its_end])
async def test_messages_name_no_cards_or_seeds_that_are_hidden_from_their_reader(
    alice: User, bob: User, charlie: User, rng: random.Random, lay: Callable[[list[User]], Game]
) -> None:
    game = await sync_to_async(lay)([alice, bob, charlie])
    before = game.version
    people: list[User | None] = [alice, bob, charlie, None]
    pages = await listen_to_whole_game(game, people, rng)
    truth = await sync_to_async(Truth)(game)
    seats = await sync_to_async(lambda: dict(game.seats.values_list("user_id", "number")))()
    searched = 0
    for person, page in zip(cycle(people), pages, strict=False):
        for text in page.texts:
            check(truth, text, seats[person.pk] if person is not None else None)
            searched += 1
    assert searched > 4 * sum(move.version > before for move in truth.moves)
    assert len(truth.ends) == len(truth.hands) == 1 if lay is of_one_hand else len(truth.hands) > 5


async def test_the_search_would_find_another_seats_card(alice: User, bob: User) -> None:
    game = await sync_to_async(game_at)([alice, bob], Place(1, 0), recorded="single_hand_of_two")
    async with await game_page(game.public_id, alice) as page:
        await page.hear()
        version = game.version
    over = await sync_to_async(finished_game)([alice, bob], recorded="single_hand_of_two")
    truth = await sync_to_async(Truth)(over)
    check(truth, page.texts[0], 0)
    with pytest.raises(AssertionError):
        check(truth, page.texts[0], 1)
    with pytest.raises(AssertionError):
        check(truth, page.texts[0], None)
    with pytest.raises(AssertionError):
        check(truth, json.dumps({"type": "game", "version": version, "note": truth.seeds[1]}), 0)
