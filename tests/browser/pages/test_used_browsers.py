"""A browser that a test has used is as a new one to the next."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.used_browsers import UsedBrowsers, page_of

LEAVE_SOMETHING = """() => {
  localStorage.left = sessionStorage.left = "something";
  document.cookie = "left=something";
}"""
LEFT = """() => [
  localStorage.left, sessionStorage.left, document.cookie.includes("left"),
  matchMedia("(prefers-color-scheme: dark)").matches,
]"""


def test_nothing_is_left_of_the_test_before(browser: Browser, address: str) -> None:
    browsers = UsedBrowsers()
    used = browsers.take(browser, DESKTOP, base_url=address, service_workers="block")
    page = page_of(used.context)
    page.set_extra_http_headers({"Accept-Language": "de"})
    page.emulate_media(color_scheme="dark")
    page.goto("/rules/")
    page.evaluate(LEAVE_SOMETHING)
    page.route("**/rules/", lambda route: route.abort())
    browsers.leave(used)

    again = browsers.take(browser, PHONE, base_url=address, service_workers="block")
    assert again is used
    page = page_of(again.context)
    page.goto("/rules/")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert page.evaluate(LEFT) == [None, None, False, False]
    assert page.evaluate("innerWidth") == PHONE["width"]

    page.add_init_script("globalThis.left = 'something'")
    with pytest.raises(AssertionError, match="ask for a `fresh` browser"):
        browsers.leave(again)
    assert page.is_closed()
