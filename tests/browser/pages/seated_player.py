"""Players with accounts in the tests' database, at games written as rows."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page

from accounts.models import User
from games.models import Game
from games.play.bot_turn import bot_turn_play
from tests.browser.player_at_browser import Player


class SeatedPlayer(Player):
    def __init__(self, context: BrowserContext, user: User) -> None:
        super().__init__(context, user.handle)
        self.user = user

    def sit_at(self, game: Game) -> Page:
        """Open a running game's page and wait for its script."""
        self.page.goto(f"/g/{game.public_id}/")
        self.at_table()
        return self.page

    def come_to_turn(self, game: Game) -> None:
        """Play the bots' turns and wait until the page shows the person's turn or the end."""
        bots_play(game)
        self.sees(game.version)
        self.page.locator("#table[data-my-turn], #table[data-over]").wait_for()


def settled(page: Page) -> None:
    """Wait until the page has asked once for what came before its socket."""
    page.wait_for_function("() => performance.getEntriesByType('resource').some((one) => one.name.includes('/part/'))")
    page.wait_for_load_state("networkidle")


def keys_have_come(page: Page) -> None:
    """Wait until the page has loaded what single keys do."""
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some((one) => one.name.includes('/hand/keys.'))"
    )


def is_at_the_cards(page: Page) -> bool:
    """Whether the focus is on a card or in the bar."""
    return bool(page.evaluate("() => document.activeElement.closest('#hand, #bar') !== null"))


def bots_play(game: Game) -> None:
    """Play the bots' turns until a person is to act; refreshes `game`."""
    game.refresh_from_db()
    while game.bot_acts and game.ended_at is None:
        bot_turn_play(game_id=game.pk, version=game.version)
        game.refresh_from_db()
