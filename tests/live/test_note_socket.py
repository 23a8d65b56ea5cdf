"""Notes on sockets: the pages of author and reader alone hear of one."""

from __future__ import annotations

import random
from contextlib import AsyncExitStack

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.chat.turn_notes import noted_turn_play
from games.lobby.services import NewGame
from games.models import Game
from tests.factories import any_turn, make_person, seat_to_act
from tests.games_laid import lay_game
from tests.live.pages import Page, game_page

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]


def leave(game: Game) -> tuple[User, User]:
    """The seat to act takes a turn with a note. Returns its author and reader."""
    author, text = seat_to_act(game).user, str(any_turn(game, random.Random(8)))
    made = noted_turn_play(public_id=game.public_id, user=author, version=game.version, text=text, note="Psst")
    return author, made.seats[made.game.to_act or 0].user


async def after_the_turn(page: Page) -> list[str]:
    """The types of the messages after the turn's, which nothing distinguishes from a turn without a note."""
    await page.hear_all()
    assert not any("Psst" in text for text in page.texts)
    kinds = [message["type"] for message in page.heard]
    turn = page.heard[kinds.index("turn")]
    assert "note" not in turn
    return kinds[kinds.index("turn") + 1 :]


async def test_only_pages_of_its_author_and_reader_hear_of_it(alice: User, bob: User, charlie: User) -> None:
    dora = await sync_to_async(make_person)("dora")
    game = await sync_to_async(lay_game)(
        [alice, bob, charlie], NewGame(seats=3, visibility=Game.Visibility.PUBLIC, pace="1d", target=30)
    )
    async with AsyncExitStack() as stack:
        pages = {
            user: await stack.enter_async_context(await game_page(game.public_id, user, "page/?lang=en"))
            for user in (alice, bob, charlie, dora)
        }
        programs = [
            await stack.enter_async_context(await game_page(game.public_id, user))
            for user in (alice, bob, charlie, dora)
        ]
        for page in (*pages.values(), *programs):
            await page.hear_all()
        author, reader = await sync_to_async(leave)(game)
        for user, page in pages.items():
            told = await after_the_turn(page)
            assert told == (["note"] if user in (author, reader) else []), user
        for program in programs:
            assert await after_the_turn(program) == []
