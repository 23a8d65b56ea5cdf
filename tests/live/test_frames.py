"""Messages from clients: invalid ones are refused in words, and the connection lives on."""

from __future__ import annotations

import json
import random
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.models import User
from games.live.frames import BURST, MAX_DROPPED, MAX_FRAME, PER_SECOND, Allowance
from games.models import Game, Seat
from tests.factories import any_turn, seat_to_act
from tests.live.pages import game_page

asynchronous = [pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]

GARBAGE = [
    " ",
    "{",
    "null",
    "[]",
    '"turn"',
    "1e999",
    "{}",
    '{"type": null}',
    '{"type": ["turn"]}',
    '{"type": "view"}',
    '{"type": "odin.events", "events": []}',
    '{"type": "websocket.disconnect"}',
    "[" * 1500,
    "\x00",
    '{"type": "\ud800"}'.encode("utf-8", "surrogatepass").decode("utf-8", "replace"),
]
NO_TURNS: list[dict[str, object]] = [
    {},
    {"version": 1},
    {"turn": "pass"},
    {"version": "1", "turn": "pass"},
    {"version": True, "turn": "pass"},
    {"version": 1.0, "turn": "pass"},
    {"version": None, "turn": None},
    {"version": 1, "turn": ["B1"]},
    {"version": 1, "turn": {"cards": "B1"}},
]


class TestFrames:
    pytestmark = asynchronous

    async def test_garbage_is_refused_and_the_connection_lives_on(self, game: Game, alice: User) -> None:
        async with await game_page(game.public_id, alice) as page:
            await page.hear()
            for frame in GARBAGE:
                await page.socket.send_to(text_data=frame)
                told = await page.hear()
                assert (told["type"], told["error"]) == ("error", "malformed"), frame
                assert len(told["detail"]) > 10
            await page.socket.send_to(bytes_data=b"\x00\xff")
            assert (await page.hear())["error"] == "malformed"
            await page.say({"type": "looking"})
            assert await page.is_quiet()

    async def test_a_turn_of_the_wrong_shape_is_malformed(self, game: Game) -> None:
        seat = await sync_to_async(seat_to_act)(game)
        async with await game_page(game.public_id, seat.user) as page:
            await page.hear()
            for turn in NO_TURNS:
                await page.say({"type": "turn", **turn})
                told = await page.hear()
                assert (told["type"], told["error"]) == ("refused", "malformed"), turn

    async def test_odd_numbers_and_texts_in_a_turn_are_refused(self, game: Game) -> None:
        seat = await sync_to_async(seat_to_act)(game)
        async with await game_page(game.public_id, seat.user) as page:
            await page.hear()
            for version, turn, error in [
                (10**100, "B1", "stale_version"),
                (-1, "B1", "stale_version"),
                (game.version, "B1\x00", "malformed"),
                (game.version, "\U0001f410", "malformed"),
                (game.version, "B1" * 500, "duplicate_card"),
            ]:
                await page.say({"type": "turn", "version": version, "turn": turn})
                assert (await page.hear())["error"] == error

    async def test_a_huge_frame_is_refused(self, game: Game, rng: random.Random) -> None:
        seat = await sync_to_async(seat_to_act)(game)
        async with await game_page(game.public_id, seat.user) as page:
            await page.hear()
            await page.socket.send_to(text_data=json.dumps({"type": "looking", "more": "x" * MAX_FRAME}))
            assert (await page.hear())["error"] == "too_large"
            await page.socket.send_to(text_data="9" * 5_000_000)
            assert (await page.hear())["error"] == "too_large"
            turn = await sync_to_async(any_turn)(game, rng)
            await page.say({"type": "turn", "version": game.version, "turn": str(turn)})
            assert (await page.hear())["type"] == "turn"

    async def test_a_flood_is_dropped_and_then_cut_off(self, game: Game) -> None:
        async with await game_page(game.public_id) as page:
            await page.hear()
            # More than the bucket, which refills while a slow machine sends.
            for _frame in range(BURST * 2):
                await page.say({"type": "looking"})
            assert (await page.hear())["error"] == "too_fast"
            assert await page.is_quiet()
            for _frame in range(MAX_DROPPED * 2):
                await page.say({"type": "looking"})
            assert await page.close_code() == 4429
            assert await page.is_quiet()

    async def test_looking_is_noted_for_the_person_at_the_seat(self, game: Game, alice: User, charlie: User) -> None:
        began = timezone.now()
        for person in (alice, charlie):
            async with await game_page(game.public_id, person) as page:
                await page.hear()
                await page.say({"type": "looking"})
                await page.say({"type": "turn", "version": 0, "turn": "pass"})  # answered in order
                await page.hear()
        seats = await sync_to_async(lambda: list(Seat.objects.filter(game=game).order_by("number")))()
        assert seats[0].looked_at is not None
        assert began <= seats[0].looked_at <= began + timedelta(minutes=1)
        assert seats[1].looked_at is None

    async def test_looking_says_how_far_the_game_was_seen(self, game: Game, alice: User) -> None:
        async with await game_page(game.public_id, alice) as page:
            await page.hear()
            for version in (game.version, game.version - 1, 10**30, "2", True, -1):
                await page.say({"type": "looking", "version": version})
            await page.say({"type": "turn", "version": 0, "turn": "pass"})
            await page.hear()
        seat = await sync_to_async(lambda: Seat.objects.get(game=game, user=alice))()
        assert seat.seen_version == game.version

    async def test_opening_a_page_is_not_looking(self, game: Game, alice: User) -> None:
        """The tab may be hidden: only the page knows."""
        async with await game_page(game.public_id, alice) as page:
            await page.hear()
        assert not await sync_to_async(Seat.objects.filter(looked_at__isnull=False).exists)()


def test_the_allowance_fills_up_again() -> None:
    allowance = Allowance(0.0)
    assert [allowance.take(0.0) for _ in range(BURST + 1)] == [True] * BURST + [False]
    assert [allowance.take(1.0) for _ in range(int(PER_SECOND) + 1)] == [True] * int(PER_SECOND) + [False]
    assert allowance.dropped == 2
    assert [allowance.take(1000.0) for _ in range(BURST + 1)] == [True] * BURST + [False]


def test_the_allowance_takes_nothing_for_what_it_gives_back() -> None:
    allowance = Allowance(0.0)
    for _turn in range(BURST * 2):
        assert allowance.take(0.0)
        allowance.give_back()
    assert [allowance.take(0.0) for _ in range(BURST + 1)] == [True] * BURST + [False]
    assert allowance.dropped == 1
