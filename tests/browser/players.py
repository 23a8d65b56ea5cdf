"""People at their browsers: what they do on the pages, by clicking."""

import re
from collections.abc import Collection

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.mails import link_in, wait_for_mail
from tests.embedded.running import Running
from tests.password import PASSWORD

MAKE = """
from tests.embedded.accounts import account_make
result = account_make("{handle}")
"""
MARK = "window.__stayed = true"
# Three bots play a hand out in up to 35 turns, each after a pause; a busy machine takes its time over every one.
HAND_BY_BOTS_MS = 180_000


class Player:
    """A person with a browser of their own; `page` is the tab they play in.

    At the table all they choose is chosen by touch where their browser has it (`has_touch`), else with the mouse.
    """

    def __init__(self, site: Running, context: BrowserContext, handle: str) -> None:
        self.site = site
        self.context = context
        self.handle = handle
        self.address = f"{handle}@example.org"
        self.page: Page = context.new_page()
        self.touches: bool = self.page.evaluate("navigator.maxTouchPoints > 0")

    def register(self) -> None:
        """Have an account and be logged in, as after `sign_up`, before the first page is opened."""
        key = self.site.do(MAKE.format(handle=self.handle))
        self.context.add_cookies([{"name": "sessionid", "value": key, "url": self.site.address, "httpOnly": True}])

    def sign_up(self) -> None:
        """Open an account, and confirm the address by the link in the mail."""
        page = self.page
        page.goto("/accounts/signup/")
        page.get_by_label("Handle").fill(self.handle)
        page.get_by_label("E-mail address").fill(self.address)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Create an account").click()
        mail = wait_for_mail(self.site.data, self.address, "onfirm")
        page.goto(link_in(mail, "confirm-email"))
        page.get_by_role("button", name="Yes, confirm").click()
        expect(page.get_by_role("banner")).to_contain_text(self.handle)

    def open_game(self, *, seats: int, greedy: int, target: str, private: bool = False, pace: str = "1d") -> str:
        """Open a game with bots in it; its address afterwards."""
        page = self.page
        page.goto("/games/new/")
        _choose(page, "seats", str(seats))
        _choose(page, "target", target)
        _choose(page, "pace", pace)
        _choose(page, "visibility", "private" if private else "public")
        if greedy:
            page.locator("[name='bots_greedy']").select_option(str(greedy))
            # Where turns may be taken back, bots wait for that.
            page.locator("[name='undo']").uncheck()
        page.get_by_role("button", name="Open the game").click()
        page.wait_for_url(re.compile(r"/g/\w+/"))
        return page.url

    def invitation_link(self) -> str:
        """The link that the waiting room offers."""
        return self.page.locator("#link").input_value()

    def join_by(self, link: str) -> None:
        self.page.goto(link)
        self.press(self.page.get_by_role("button", name="Sit down"))
        self.page.wait_for_url(re.compile(r"/g/\w+/"))

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

    def leave_to_bots(self) -> None:
        """Resign, and wait until the bots at the table have played the hand out, and with it the game."""
        page = self.page
        token = page.locator("[name='csrfmiddlewaretoken']").first.input_value()
        page.request.post(page.url + "resign/", form={"csrfmiddlewaretoken": token}, headers={"Referer": page.url})
        page.locator("#table[data-over]").wait_for(timeout=HAND_BY_BOTS_MS)

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


def _choose(page: Page, name: str, value: str) -> None:
    """Click the label around a radio button."""
    page.locator(f"label:has([name='{name}'][value='{value}'])").click()
