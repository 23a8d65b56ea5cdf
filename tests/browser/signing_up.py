"""Opening an account by the pages for it."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.sent_mails import link_in, wait_for_mail
from tests.password import PASSWORD


def sign_up(page: Page, handle: str, data: Path) -> None:
    """Open an account, and confirm the address by the link in the mail that the site writes into the folder `data`."""
    address = f"{handle}@example.org"
    page.goto("/accounts/signup/")
    page.get_by_label("Handle").fill(handle)
    page.get_by_label("E-mail address").fill(address)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create an account").click()
    page.goto(link_in(wait_for_mail(data, address, "onfirm"), "confirm-email"))
    page.get_by_role("button", name="Yes, confirm").click()
    expect(page.get_by_role("banner")).to_contain_text(handle)
