"""Pages and programs receive the time left, and when a clock stops."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.events import deadline_at
from games.lobby.services import NewGame
from games.models import Deadline, Game, Seat
from games.play.seats.services import seat_return
from games.play.timeouts import wait_attend
from games.play.waits.extra_time import time_grant
from games.play.waits.pauses import pause_want
from tests.factories import seat_to_act, take_turn
from tests.games_laid import lay_game
from tests.live.pages import Message, Page, cookie_of, game_page

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]

play = sync_to_async(take_turn)


def told_due(game: Game) -> str:
    """The row's deadline as sent: to the second."""
    due_at = Deadline.objects.get(game=game).due_at
    assert due_at is not None
    return due_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def wish(game: Game, user: User, *, want: bool = True) -> None:
    pause_want(public_id=game.public_id, user=user, want=want, version=game.version)
    game.refresh_from_db()


def time_runs_out(game: Game) -> None:
    """Let the time of the seat to act run out."""
    Deadline.objects.filter(game=game).update(due_at=datetime(2020, 1, 1, tzinfo=UTC))
    wait_attend(game_id=game.pk)
    game.refresh_from_db()


def other_than(game: Game, *people: User) -> User:
    acting = seat_to_act(game).user
    return next(person for person in people if person != acting)


async def view_of(game: Game, user: User | None = None) -> Message:
    async with await game_page(game.public_id, user) as page:
        return await page.hear()


async def test_the_view_and_each_turn_tell_the_deadline(game: Game, rng: random.Random) -> None:
    async with await game_page(game.public_id) as page:
        view = await page.hear()
        assert (view["pace"], view["deadline_at"]) == ("1d", await sync_to_async(told_due)(game))
        await play(game, rng)
        turn = await page.hear()
    assert turn["type"] == "turn"
    assert turn["deadline_at"] == await sync_to_async(told_due)(game)


async def test_the_seat_to_act_hears_its_deadline(game: Game, rng: random.Random, alice: User, bob: User) -> None:
    other = await sync_to_async(other_than)(game, alice, bob)
    async with Page("/ws/me/", await sync_to_async(cookie_of)(other)) as page:
        await play(game, rng)
        told = await page.hear()
    assert (told["type"], told["deadline_at"]) == ("your_turn", await sync_to_async(told_due)(game))


async def test_there_is_no_deadline_without_a_pace_or_for_a_bot(alice: User, bob: User, rng: random.Random) -> None:
    unhurried = await sync_to_async(lay_game)([alice, bob], NewGame(seats=2, pace=Game.Pace.NONE))
    view = await view_of(unhurried)
    assert (view["pace"], view["deadline_at"]) == ("none", None)
    with_bot = await sync_to_async(lay_game)([alice], NewGame(seats=2, bots=["berserker"]))
    while not (await sync_to_async(seat_to_act)(with_bot)).held_by.is_bot:
        await play(with_bot, rng)
    assert (await view_of(with_bot))["deadline_at"] is None


async def test_only_the_last_missed_turn_has_a_running_deadline(game: Game, rng: random.Random) -> None:
    known = game.version
    for _turn in range(3):
        await play(game, rng)
    async with await game_page(game.public_id, query=f"?since={known}") as page:
        deadlines = [(await page.hear())["deadline_at"] for _turn in range(3)]
    assert deadlines == [None, None, await sync_to_async(told_due)(game)]


async def test_a_wish_for_a_pause_and_the_pause_are_announced(game: Game, alice: User, bob: User) -> None:
    known = game.version
    async with await game_page(game.public_id, alice) as page:
        await page.hear()
        await sync_to_async(wish)(game, bob)
        asked = await page.hear()
        assert (asked["type"], asked["version"], asked["seat"]) == ("seat", known, 1)
        assert (asked["status"], asked["wants_pause"]) == ("running", True)
        await sync_to_async(wish)(game, alice)
        paused, view = await page.hear(), await page.hear()
    assert (paused["type"], paused["status"], paused["version"]) == ("game", "paused", known + 1)
    assert (paused["deadline_at"], paused["pause_ends_at"]) == (None, view["pause_ends_at"])
    ends_at = datetime.fromisoformat(paused["pause_ends_at"])
    assert game.pause_ends_at is not None
    assert ends_at == game.pause_ends_at.replace(microsecond=0)
    assert (view["type"], view["status"], view["deadline_at"], view["legal"]) == ("view", "paused", None, [])


async def test_a_game_that_goes_on_tells_the_deadline_again(game: Game, alice: User, bob: User) -> None:
    for person in (alice, bob):
        await sync_to_async(wish)(game, person)
    async with await game_page(game.public_id) as page:
        await page.hear()
        for person in (alice, bob):
            await sync_to_async(wish)(game, person)
        asked, told = await page.hear(), await page.hear()
    assert (asked["type"], asked["wants_pause"], asked["status"]) == ("seat", True, "paused")
    assert (told["type"], told["status"], told["pause_ends_at"]) == ("game", "running", None)
    assert told["deadline_at"] == await sync_to_async(told_due)(game)


async def test_more_time_is_announced_immediately(game: Game, alice: User, bob: User) -> None:
    other = await sync_to_async(other_than)(game, alice, bob)
    async with await game_page(game.public_id) as page:
        before = (await page.hear())["deadline_at"]
        await sync_to_async(time_grant)(public_id=game.public_id, user=other, version=game.version)
        told = await page.hear()
    assert (told["type"], told["version"], told["seat"]) == ("seat", game.version, game.to_act)
    assert told["deadline_at"] == await sync_to_async(told_due)(game) > before


async def test_the_caretaker_comes_and_goes(game: Game) -> None:
    acting = await sync_to_async(seat_to_act)(game)
    await sync_to_async(Seat.objects.filter(pk=acting.pk).update)(timeouts=2)
    async with await game_page(game.public_id, acting.user) as page:
        await page.hear()
        await sync_to_async(time_runs_out)(game)
        turn, handover = await page.hear(), await page.hear()
        assert (turn["type"], turn["by"], turn["seat"]) == ("turn", "timeout", acting.number)
        assert (handover["type"], handover["seat"], handover["caretaker"]) == ("seat", acting.number, True)
        assert "you" not in handover
        await sync_to_async(seat_return)(public_id=game.public_id, user=acting.user, version=game.version)
        back = await page.hear()
    assert (back["type"], back["seat"], back["caretaker"]) == ("seat", acting.number, False)
    assert len(back["you"]["cards"]) >= 8
    view = await view_of(game)
    assert [seat["caretaker"] for seat in view["seats"]] == [False, False]


async def test_telling_of_a_turn_asks_nothing_of_the_database(game: Game) -> None:
    row = await sync_to_async(Game.objects.select_related("deadline").get)(pk=game.pk)
    # Outside a thread of its own a query would raise.
    assert deadline_at(row) is not None
