"""A new account waits for its address to be confirmed: the page goes on automatically, and lets the address be
changed.
"""

import re

import pytest
from django.core import mail
from playwright.sync_api import Page, expect

from accounts.models import AccountMail
from accounts.tasks import mail_send
from tests.browser.conftest import NewContext
from tests.browser.used_browsers import page_of
from tests.password import PASSWORD

MISTYPED, RIGHT = "vera@exmaple.org", "vera@example.org"


def confirming_link(address: str) -> str:
    """The link in the latest email, which went to the address."""
    mail_send(AccountMail.objects.latest("pk").pk)
    letter = mail.outbox[-1]
    assert letter.to == [address]
    found = re.search(r"https?://[^/]+(/\S*confirm-email\S*)", str(letter.body))
    assert found, letter.body
    return found[1]


def sign_up(page: Page, address: str, email: str) -> None:
    page.goto(f"{address}/accounts/signup/?next=/leaders/")
    page.get_by_label("Username").fill("vera")
    page.get_by_label("Email address").fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("main")).to_contain_text(f"we sent to {email}")


def test_the_page_goes_on_once_the_link_is_opened_in_another_tab(visit: NewContext, address: str) -> None:
    context = visit()
    page = page_of(context)
    sign_up(page, address, RIGHT)
    other = context.new_page()
    other.goto(f"{address}{confirming_link(RIGHT)}")
    other.get_by_role("button", name="Confirm").click()
    expect(other.get_by_role("banner")).to_contain_text("vera")
    page.wait_for_url("**/leaders/")
    expect(page.get_by_role("banner")).to_contain_text("vera")


def test_it_does_so_too_once_the_address_is_confirmed_on_another_device(visit: NewContext, address: str) -> None:
    page = page_of(visit())
    sign_up(page, address, RIGHT)
    phone = visit(viewport={"width": 390, "height": 844}).new_page()
    phone.goto(f"{address}{confirming_link(RIGHT)}")
    expect(phone.get_by_role("main")).to_contain_text("Someone opened the account vera")
    phone.get_by_label("Password", exact=True).fill(PASSWORD)
    phone.get_by_role("button", name="Confirm").click()
    expect(phone.get_by_role("banner")).to_contain_text("vera")
    page.wait_for_url("**/leaders/")


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_mistyped_address_is_changed_on_the_page(visit: NewContext, address: str, *, script: bool) -> None:
    context = visit(java_script_enabled=script)
    page = page_of(context)
    sign_up(page, address, MISTYPED)
    page.get_by_text("Wrong address?").click()
    page.get_by_label("New address").fill(RIGHT)
    page.get_by_label("Password", exact=True).fill("not-the-one")
    page.get_by_role("button", name="Change address").click()
    expect(page.get_by_text("Wrong password.")).to_be_visible()
    expect(page.get_by_label("New address")).to_have_value(RIGHT)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Change address").click()
    expect(page.get_by_role("main")).to_contain_text(f"we sent to {RIGHT}")
    other = visit().new_page()
    other.goto(f"{address}{confirming_link(RIGHT)}")
    other.get_by_label("Password", exact=True).fill(PASSWORD)
    other.get_by_role("button", name="Confirm").click()
    if not script:
        page.get_by_role("link", name="Continue").click()
        page.get_by_role("button", name="Continue").click()
    page.wait_for_url("**/leaders/")
