"""Staff at their browsers: password, code, and the admin's pages."""

import re
import time

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.used_browsers import page_of
from tests.password import PASSWORD

HALF_MINUTE = 30


class Moderator:
    """A moderator who sets up two-factor login and logs in with it; `secret` is the app's."""

    def __init__(self, context: BrowserContext, login: str, password: str = PASSWORD) -> None:
        self.page: Page = page_of(context)
        self.login = login
        self.password = password
        self.secret = ""
        self._shown = 0

    def log_in(self) -> None:
        """Log in with the password, and with a code once there is an app."""
        page = self.page
        page.goto("/accounts/login/")
        page.get_by_label("Username or email").fill(self.login)
        page.get_by_label("Password", exact=True).fill(self.password)
        page.get_by_role("button", name="Log in", exact=True).click()
        if self.secret:
            page.get_by_label("Code").fill(self.code())
            page.get_by_role("button", name="Log in", exact=True).click()
        expect(page.get_by_role("banner")).to_contain_text(self.login)

    def log_out(self) -> None:
        self.page.goto("/accounts/logout/")
        self.page.get_by_role("main").get_by_role("button", name="Log out").click()
        expect(self.page.get_by_role("banner").get_by_role("link", name="Log in")).to_be_visible()

    def set_up_two_factor(self) -> None:
        """The admin redirects there after the password, and opens afterwards."""
        page = self.page
        page.goto("/admin/")
        page.get_by_label("Password", exact=True).fill(self.password)
        page.get_by_role("button", name="Continue").click()
        page.wait_for_url(re.compile("/2fa/totp/activate/"))
        self.secret = page.locator(".qr-key code").inner_text()
        page.get_by_label("Code").fill(self.code())
        page.get_by_role("button", name="Turn on").click()
        page.wait_for_url(lambda url: "activate" not in url)

    def code(self) -> str:
        """The app's code, or the next one if it was used: each is accepted once, the next slightly early."""
        self._shown = max(int(time.time()) // HALF_MINUTE, self._shown + 1)
        return str(format_hotp_value(hotp_value(self.secret, self._shown)))

    def act(self, name: str) -> None:
        """Open one of the acts on a row's page."""
        self.page.get_by_role("navigation", name="Actions").get_by_role("link", name=name, exact=True).click()

    def confirm(self, name: str) -> None:
        """Submit the act's page."""
        self.page.locator(".act-form").get_by_role("button", name=name, exact=True).click()

    def give_role(self, handle: str, role: str) -> None:
        self.page.goto(f"/admin/accounts/user/?q={handle}")
        self.page.get_by_role("link", name=handle, exact=True).first.click()
        self.act("Give a role")
        self.page.get_by_label("Role").select_option(role)
        self.page.get_by_label("Reason").fill("Knows the players")
        self.confirm("Give a role")
        expect(self.page.get_by_text("Done.")).to_be_visible()
