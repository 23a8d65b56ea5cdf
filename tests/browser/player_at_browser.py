"""People at their browsers: what they do at a table, by clicking."""

import re
from collections.abc import Collection

from playwright.sync_api import BrowserContext, Locator, Page, expect

MARK = "window.__stayed = true"


def listens(page: Page) -> None:
    """Wait until the page's script has begun: Play says what it waits for."""
    expect(page.locator("#play")).to_have_attribute("aria-disabled", "true")


class Player:
    """A person with a browser of their own; `page` is the tab they play in.

    At the table all they choose is chosen by touch where their browser has it (`has_touch`), else with the mouse.
    """

    def __init__(self, context: BrowserContext, handle: str) -> None:
        self.context = context
        self.handle = handle
        self.page: Page = context.new_page()
        self.touches: bool = self.page.evaluate("navigator.maxTouchPoints > 0")

    def log_in_with(self, session: str) -> None:
        """Have the cookie of a login, before the first page is opened."""
        self.context.add_cookies([{"name": "sessionid", "value": session, "domain": "127.0.0.1", "path": "/"}])

    def at_table(self) -> None:
        """Wait until the game has begun on this page and its scripts run, and mark it so that a reload would show."""
        self.page.locator("#table").wait_for()
        self.page.wait_for_load_state()
        self.page.evaluate(MARK)

    @property
    def version(self) -> int:
        return int(self.page.locator("#table").get_attribute("data-version") or 0)

    @property
    def must_act(self) -> bool:
        return self.page.locator("#table[data-my-turn]").count() == 1

    @property
    def over(self) -> bool:
        return self.page.locator("#table[data-over]").count() == 1

    @property
    def stayed(self) -> bool:
        """Whether the page was never reloaded since `at_table`."""
        return bool(self.page.evaluate("window.__stayed === true"))

    def sees(self, version: int) -> None:
        """Wait until the page shows the game at `version` or later."""
        self.page.wait_for_function("v => Number(document.querySelector('#table').dataset.version) >= v", arg=version)

    def press(self, what: Locator) -> None:
        """Tap it or click it."""
        if self.touches:
            what.tap()
        else:
            what.click()

    def take_turn(self, *, small: bool = False) -> None:
        """Lay the largest play there is by pressing its cards, or the lowest single card; pass where there is none.

        A low single card is beaten by another in all but the rarest hands.
        """
        self.go_on()
        before = self.version
        plays = (self.page.locator("#turn-form").get_attribute("data-plays") or "").split()
        if plays:
            self.lay(min(plays, key=lambda play: (len(play), play[1])) if small else max(plays, key=len))
        else:
            self.give_up()
        self.sees(before + 1)

    def give_up(self) -> None:
        """Pass."""
        self.send("#pass")

    def send(self, button: str) -> None:
        """Press Play or Pass, and say yes where that is asked about."""
        asks = self.page.locator("#turn-form input[name='confirm']").count() > 0
        self.press(self.page.locator(button))
        if asks:
            self.press(self.page.locator("#ask-sure"))

    def go_on(self) -> None:
        """Put the last hand's result away where it lies over the table."""
        if self.page.locator("#go-on").count():
            self.press(self.page.locator("#go-on"))
            self.page.locator("#go-on").wait_for(state="detached")

    def picks_up(self, codes: Collection[str]) -> bool:
        """Whether there is a card to choose from the beaten set; who goes out takes none."""
        goes_out = len(codes) == self.page.locator("#hand input").count()
        return not goes_out and self.page.locator("#pickup input").count() > 0

    def lay(self, play: str) -> None:
        """Press the cards of a play, a card to pick up where there is a choice, and Play."""
        codes = re.findall(r"[A-Z]\d", play)
        for code in codes:
            self.press(self.page.locator(f"label[data-card='{code}']"))
        if self.picks_up(codes):
            self.press(self.page.locator("#pickup label.pick").first)
        self.send("#play")
