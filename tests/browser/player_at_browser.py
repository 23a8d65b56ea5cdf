"""Players at a table, by clicks and taps."""

import re
from collections.abc import Collection

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.used_browsers import page_of

MARK = "window.__stayed = true"


def listens(page: Page) -> None:
    """Wait until the page's script runs: Play names what it waits for."""
    expect(page.locator("#play")).to_have_attribute("aria-disabled", "true")


class Player:
    """A person with a browser of their own, in the tab `page`.

    Chooses by touch where the browser has it (`has_touch`), else by mouse.
    """

    def __init__(self, context: BrowserContext, handle: str) -> None:
        self.context = context
        self.handle = handle
        self.page: Page = page_of(context)
        self.touches: bool = self.page.evaluate("navigator.maxTouchPoints > 0")

    def log_in_with(self, session: str) -> None:
        """Set the session's cookie before the first page, at the names under which tests start sites."""
        for host in ("127.0.0.1", "localhost"):
            self.context.add_cookies([{"name": "sessionid", "value": session, "domain": host, "path": "/"}])

    def at_table(self) -> None:
        """Wait until the table's scripts run, and mark the page so that a reload would show."""
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
        if self.touches:
            what.tap()
        else:
            what.click()

    def take_turn(self, *, small: bool = False) -> None:
        """Play the largest set, or the lowest single card; pass if there is none.

        A low single card is nearly always beaten.
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
        self.send("#pass")

    def send(self, button: str) -> None:
        """Press Play or Pass, and confirm where asked: never about the only turn."""
        form = self.page.locator("#turn-form")
        asks = form.locator("input[name='confirm']").count() > 0 and bool(form.get_attribute("data-plays"))
        self.press(self.page.locator(button))
        if asks:
            self.press(self.page.locator("#ask-sure"))

    def go_on(self) -> None:
        """Close the last hand's result where it covers the table."""
        if self.page.locator("#go-on").count():
            self.press(self.page.locator("#go-on"))
            self.page.locator("#go-on").wait_for(state="detached")

    def picks_up(self, codes: Collection[str]) -> bool:
        """Whether a pick-up must be chosen; going out takes none."""
        goes_out = len(codes) == self.page.locator("#hand input").count()
        return not goes_out and self.page.locator("#pickup input").count() > 0

    def lay(self, play: str) -> None:
        """Choose a play's cards and a pick-up if there is a choice, and press Play."""
        codes = re.findall(r"[A-Z]\d", play)
        for code in codes:
            self.press(self.page.locator(f"label[data-card='{code}']"))
        if self.picks_up(codes):
            self.press(self.page.locator("#pickup label.pick").first)
        self.send("#play")
