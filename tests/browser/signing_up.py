"""Creates accounts through the pages."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.password import PASSWORD


def sign_up(page: Page, handle: str, mailed_link: Callable[[], str]) -> None:
    """Create an account and confirm the address by the mailed link."""
    page.goto("/accounts/signup/")
    page.get_by_label("Username").fill(handle)
    page.get_by_label("Email address").fill(f"{handle}@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    with page.expect_navigation():
        page.get_by_role("button", name="Create an account").click()
    page.goto(mailed_link())
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("banner")).to_contain_text(handle)
