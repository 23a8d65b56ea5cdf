"""Players with an account at a running site, who create games by its pages."""

import re

from playwright.sync_api import BrowserContext, Page

from tests.browser.player_at_browser import Player
from tests.browser.sent_mails import link_in, wait_for_mail
from tests.browser.signing_up import sign_up
from tests.embedded.running import Running

MAKE = """
from tests.embedded.accounts import account_make
result = account_make("{handle}")
"""
MAKE_MODERATOR = """
from tests.embedded.accounts import moderator_make
result = moderator_make("{handle}")
"""
# Three bots take up to 35 turns a hand, each after a pause.
HAND_BY_BOTS_MS = 180_000


class RegisteredPlayer(Player):
    """A person at `site`; `register` or `sign_up` makes the account."""

    def __init__(self, site: Running, context: BrowserContext, handle: str) -> None:
        super().__init__(context, handle)
        self.site = site
        self.address = f"{handle}@example.org"

    def register(self, *, moderates: bool = False) -> None:
        """Make an account and log in, a moderator with two factors, before the first page is opened."""
        make = MAKE_MODERATOR if moderates else MAKE
        self.log_in_with(self.site.do(make.format(handle=self.handle)))

    def sign_up(self) -> None:
        """Create an account and confirm the address by the mailed link."""

        def mailed_link() -> str:
            return link_in(wait_for_mail(self.site.data, self.address, "onfirm"), "confirm-email")

        sign_up(self.page, self.handle, mailed_link)

    def open_game(self, *, seats: int, bots: int, target: str, private: bool = False, pace: str = "1d") -> str:
        """Create a game with bots; return its address."""
        page = self.page
        page.goto("/games/new/")
        page.locator("#more-options > summary").click()
        _choose(page, "seats", str(seats))
        _choose(page, "target", target)
        _choose(page, "pace", pace)
        _choose(page, "visibility", "private" if private else "public")
        page.locator("#more-options [name='bots_berserker']").select_option(str(bots))
        # Bots wait where turns may be taken back.
        page.locator("#more-options [name='undo']").set_checked(not bots)
        page.get_by_role("button", name="Create game").click()
        page.wait_for_url(re.compile(r"/g/\w+/"))
        return page.url

    def invitation_link(self) -> str:
        """The link in the waiting room."""
        return self.page.locator("#link").input_value()

    def join_by(self, link: str) -> None:
        self.page.goto(link)
        self.press(self.page.get_by_role("button", name="Join"))
        self.page.wait_for_url(re.compile(r"/g/\w+/"))

    def leave_to_bots(self) -> None:
        """Resign, and wait until the bots have finished the hand and the game."""
        page = self.page
        token = page.locator("[name='csrfmiddlewaretoken']").first.input_value()
        page.request.post(page.url + "resign/", form={"csrfmiddlewaretoken": token}, headers={"Referer": page.url})
        page.locator("#table[data-over]").wait_for(timeout=HAND_BY_BOTS_MS)


def _choose(page: Page, name: str, value: str) -> None:
    """Click the label around a radio button."""
    page.locator(f"#more-options label:has([name='{name}'][value='{value}'])").click()
