"""The socket of our own page: short news of plain turns and ends of hands, and only versions of all else."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.engine import Card, cards_text, state_from_json
from games.live.new_cards import new_cards
from games.lobby.services import NewGame
from games.models import Deadline, Game, Hand, Preferences, Seat
from games.play.bot_accounts import caretaker_user
from games.play.waits.pauses import pause_want
from tests.factories import any_turn, seat_to_act, take_turn
from tests.games_laid import Place, game_at, game_before_end, lay_game, turn_next
from tests.live.pages import Message, Page, game_page

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]

MAX_BYTES = 600
ENDED = {"type", "version", "number", "left", "scored", "points", "to_act"}
DRAWN = {"type", "version", "seat", "turn", "by", "to_act", "sizes", "at", "due", "until"}


async def own_page(game: Game, user: User | None = None, lang: str = "en") -> Page:
    return await game_page(game.public_id, user, f"page/?lang={lang}")


async def test_a_plain_turn_comes_with_what_draws_it(alice: User, bob: User, rng: random.Random) -> None:
    game = await sync_to_async(lay_game)([alice, bob], NewGame(seats=2, visibility=Game.Visibility.PUBLIC, pace="1d"))
    async with AsyncExitStack() as pages:
        mine = await pages.enter_async_context(await own_page(game, alice))
        other = await pages.enter_async_context(await own_page(game, bob))
        for page in (mine, other):
            assert await page.hear() == {"type": "current", "version": game.version}
        visitor = await pages.enter_async_context(await own_page(game))
        assert await visitor.hear() == {"type": "current", "version": game.version, "watching": "1 watching"}
        for page in (mine, other):
            assert await page.hear() == {"type": "watching", "watching": "1 watching"}
        for _turn in range(3):
            mover = await sync_to_async(seat_to_act)(game)
            await sync_to_async(take_turn)(game, rng)
            due_at = (await Deadline.objects.aget(pk=game.pk)).due_at
            assert due_at is not None
            for page, user in ((mine, alice), (other, bob), (visitor, None)):
                told = await page.hear()
                assert set(told) - {"undo"} == DRAWN
                assert ("undo" in told) == (user == mover.user)
                assert told["due"] == int(due_at.timestamp() * 1000)
                assert len(page.texts[-1]) < MAX_BYTES


async def test_words_are_in_the_pages_language_and_the_viewers_time_zone(
    alice: User, bob: User, rng: random.Random
) -> None:
    alice.time_zone = "Asia/Tokyo"
    await alice.asave()
    game = await sync_to_async(lay_game)([alice, bob], NewGame(seats=2, pace="7d"))
    async with await own_page(game, alice, "de") as german, await own_page(game, bob, "xx") as english:
        for page in (german, english):
            await page.hear()
        await sync_to_async(take_turn)(game, rng)
        due_at = (await Deadline.objects.aget(pk=game.pk)).due_at
        assert due_at is not None
        months = {"de": ["Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sep.", "Okt.", "Nov.", "Dez."]}
        told = await german.hear()
        here = due_at + timedelta(hours=9)
        assert f"{here:%H:%M}" in told["until"]
        assert any(month.rstrip(".") in told["until"] for month in months["de"])
        assert f"{due_at:%H:%M}" in (await english.hear())["until"]


async def test_those_who_watch_are_counted_once_while_they_do(game: Game, alice: User, charlie: User) -> None:
    async with await own_page(game, alice) as mine:
        assert "watching" not in await mine.hear()
        async with await own_page(game, charlie, "de") as first:
            assert (await first.hear())["watching"] == "1 schaut zu"
            assert (await mine.hear())["watching"] == "1 watching"
            async with await own_page(game, charlie) as second, await own_page(game) as visitor:
                await second.hear()
                await visitor.hear()
                assert (await mine.hear())["watching"] == "2 watching"
            assert (await mine.hear())["watching"] == "1 watching"
        assert (await mine.hear())["watching"] == ""


def hands_of(hand: Hand) -> Sequence[Sequence[Card]]:
    return state_from_json(hand.state).hands


async def told(page: Page, kind: str) -> Message:
    """The next message of this type."""
    while (message := await page.hear())["type"] != kind:
        pass
    return message


async def test_the_end_of_a_hand_comes_with_the_next_cards_of_those_who_play(
    alice: User, bob: User, charlie: User
) -> None:
    game = await sync_to_async(game_at)(
        [alice, bob, charlie], Place(2, -1), recorded="three_with_goat", visibility=Game.Visibility.PUBLIC
    )
    caretaker = await sync_to_async(caretaker_user)()
    await Seat.objects.filter(game=game, user=charlie).aupdate(held_by=caretaker)
    viewers = (alice, bob, charlie, None)
    async with AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(await own_page(game, viewer)) for viewer in viewers]
        for page in pages:
            await told(page, "current")
        await sync_to_async(turn_next)(game)
        messages = [await told(page, "hand") for page in pages]
        assert all(len(page.texts[-1]) < MAX_BYTES for page in pages)
    over, dealt = await sync_to_async(lambda: list(game.hands.filter(number__in=(2, 3)).order_by("number")))()
    seats = await sync_to_async(lambda: list(game.seats.order_by("number")))()
    for message, viewer in zip(messages, viewers, strict=True):
        assert set(message) - {"cards", "due", "until"} == ENDED
        assert (message["version"], message["number"], message["to_act"]) == (game.version, 2, game.to_act)
        assert (message["scored"], message["points"]) == (over.points, [seat.points for seat in seats])
        assert sum(map(len, message["left"])) == 2 * sum(len(cards) for cards in hands_of(over))
        mine = next((seat.number for seat in seats if viewer in (alice, bob) and seat.user_id == viewer.pk), None)
        assert message.get("cards") == (None if mine is None else cards_text(hands_of(dealt)[mine]))


async def test_the_cards_of_a_deal_are_read_at_once(alice: User, bob: User, charlie: User) -> None:
    game = await sync_to_async(game_at)([alice, bob, charlie], Place(2, 0), recorded="three_with_goat")

    def read() -> dict[int, str]:
        with CaptureQueriesContext(connection) as queries:
            found = new_cards(game.public_id, 2)
        assert len(queries) == 1
        return found

    assert set(await sync_to_async(read)()) == {alice.pk, bob.pk, charlie.pk}


async def test_the_end_of_a_game_is_told_by_its_version(alice: User, bob: User) -> None:
    game = await sync_to_async(game_before_end)([alice, bob], recorded="single_hand_of_two")
    async with await own_page(game, alice) as page:
        await page.hear()
        await sync_to_async(turn_next)(game)
        assert await page.hear() == {"type": "game", "version": game.version}
        assert await page.is_quiet()


async def test_a_turn_before_a_clock_that_stands_still_is_told_by_its_version(
    alice: User, bob: User, rng: random.Random
) -> None:
    game = await sync_to_async(lay_game)([alice, bob], NewGame(seats=2, pace="8h"))
    mover = await sync_to_async(seat_to_act)(game)
    sleeper = bob if mover.user == alice else alice
    now = timezone.now()
    hours = [(now + timedelta(hours=shift)).time() for shift in (5, 9)]
    await Preferences.objects.aupdate_or_create(user=sleeper, defaults={"waking": hours})
    async with await own_page(game, alice) as page:
        await page.hear()
        await sync_to_async(take_turn)(game, rng)
        assert await page.hear() == {"type": "turn", "version": game.version}


async def test_a_wish_is_told_at_the_same_version(game: Game, alice: User, rng: random.Random) -> None:
    async with await own_page(game, alice) as page:
        await page.hear()
        await sync_to_async(pause_want)(public_id=game.public_id, user=alice, want=True)
        assert await page.hear() == {"type": "seat", "version": game.version}


async def test_a_turn_is_taken_once_or_refused_in_words(game: Game, rng: random.Random, alice: User, bob: User) -> None:
    mover = await sync_to_async(seat_to_act)(game)
    turn = str(await sync_to_async(any_turn)(game, rng))
    async with await own_page(game, mover.user) as page:
        await page.hear()
        await page.say({"type": "turn", "version": game.version, "turn": turn})
        assert (await page.hear())["turn"] == turn
        await page.say({"type": "turn", "version": game.version, "turn": turn})
        refused = await page.hear()
        assert (refused["type"], refused["error"]) == ("refused", "stale_version")
        assert refused["detail"]
        assert await page.is_quiet()


async def test_visitors_take_no_turn_and_outsiders_hear_nothing(
    game: Game, private_game: Game, charlie: User, rng: random.Random
) -> None:
    turn = str(await sync_to_async(any_turn)(game, rng))
    for watcher in (None, charlie):
        async with await own_page(game, watcher) as page:
            await page.hear()
            await page.say({"type": "turn", "version": game.version, "turn": turn})
            assert (await page.hear())["error"] == "not_seated"
        async with await own_page(private_game, watcher) as page:
            assert await page.close_code() == 4404


async def test_a_log_out_ends_it(game: Game, alice: User) -> None:
    async with await own_page(game, alice) as page:
        await page.hear()
        await sync_to_async(Session.objects.all().delete)()
        assert await page.close_code() == 4401
