"""Passkeys, with Chromium's own authenticator, and passwords that show."""

import re

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.conftest import PHONE, NewContext
from tests.factories import make_person
from tests.password import PASSWORD

# A phone that unlocks at each question.
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def new_phone(visit: NewContext, address: str) -> Page:
    """Browsers know passkeys on https and on localhost alone."""
    page = visit(base_url=address.replace("127.0.0.1", "localhost"), viewport=PHONE).new_page()
    chrome = page.context.new_cdp_session(page)
    chrome.send("WebAuthn.enable")
    chrome.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return page


def confirm_password(page: Page) -> None:
    page.get_by_role("heading").first.wait_for()
    if "/reauthenticate/" in page.url:
        page.locator("#id_password").fill(PASSWORD)
        page.get_by_role("button", name="Continue").click()


def log_in_with_password(page: Page) -> None:
    page.goto("/accounts/login/?next=/accounts/2fa/webauthn/")
    page.get_by_label("Username or email").fill("ana")
    field = page.locator("#id_password")
    field.fill(PASSWORD)
    show = page.get_by_role("button", name="Show password", pressed=False)
    show.focus()
    page.keyboard.press("Enter")
    expect(field).to_have_attribute("type", "text")
    expect(page.get_by_role("button", name="Show password", pressed=True)).to_be_focused()
    page.get_by_role("button", name="Log in", exact=True).click()


def test_a_passkey_is_added_logs_in_and_is_removed(visit: NewContext, address: str) -> None:
    ana = make_person("ana")
    # The site's own kind of hash; the tests' is another.
    User.objects.filter(pk=ana.pk).update(password=PBKDF2PasswordHasher().encode(PASSWORD, "salt", 1))
    page = new_phone(visit, address)
    log_in_with_password(page)
    page.get_by_role("link", name="Add passkey").click()
    confirm_password(page)
    page.get_by_label("Name").fill("My phone")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("A passkey was added.")
    expect(page.locator(".row-main")).to_contain_text("My phone")
    page.goto("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Log out").click()
    # Going to another page before that would be refused.
    page.wait_for_url(lambda url: "/accounts/" not in url)
    page.goto("/accounts/login/?next=/accounts/2fa/webauthn/")
    page.get_by_role("button", name="Log in with a passkey").click()
    page.get_by_role("link", name="Remove My phone").click()
    confirm_password(page)
    page.get_by_role("main").get_by_role("button", name="Remove").click()
    page.wait_for_url(re.compile(r"/2fa/webauthn/$"))
    expect(page.locator("main")).to_contain_text("A passkey was removed.")
    expect(page.locator(".row-main")).to_have_count(0)


def test_an_address_of_numbers_says_why_it_has_no_passkeys(visit: NewContext, address: str) -> None:
    ana = make_person("ana")
    User.objects.filter(pk=ana.pk).update(password=PBKDF2PasswordHasher().encode(PASSWORD, "salt", 1))
    page = visit(base_url=address, viewport=PHONE).new_page()
    page.goto("/accounts/login/?next=/accounts/2fa/webauthn/add/")
    page.get_by_label("Username or email").fill("ana")
    page.locator("#id_password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url(lambda url: "/login/" not in url)
    confirm_password(page)
    expect(page.locator(".note")).to_have_text(
        "Passkeys need an address with https and a name, or http://localhost on this computer."
    )
