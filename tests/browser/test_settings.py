"""A person's settings in a real browser: by the names that are read out, on a phone, and without a script."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import PHONE
from tests.browser.players import Player
from tests.embedded.running import Running

EDGE = "(field) => getComputedStyle(field).borderColor"
PAGES = ("/settings/", "/settings/notices/", "/settings/hours/", "/settings/channels/", "/settings/sent/")


def test_a_webhooks_test_tells_its_outcome_while_another_is_typed(
    site: Running, visit: Callable[..., BrowserContext]
) -> None:
    player = Player(site, visit(viewport=PHONE), "hild")
    player.register()
    page = player.page
    for path in PAGES:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        for section in page.get_by_role("navigation", name="Settings").get_by_role("link").all():
            expect(section).to_be_in_viewport(ratio=1)
    page.goto("/settings/channels/")
    page.get_by_label("Plain JSON").check()
    page.get_by_label("Address", exact=True).fill("https://hooks.example.invalid/odin/0123456789abcdef")
    page.get_by_role("button", name="Add the webhook").click()
    assert len(page.get_by_label("The secret that signs").input_value()) >= 32
    page.get_by_role("button", name="Test").click()
    page.get_by_label("Name").fill("Another")
    expect(page.get_by_text("Test of")).to_be_visible(timeout=20_000)
    expect(page.get_by_label("Name")).to_have_value("Another")
    expect(page.get_by_label("The secret that signs")).to_have_count(0)


def test_a_refused_form_shows_what_is_wrong(site: Running, visit: Callable[..., BrowserContext]) -> None:
    player = Player(site, visit(viewport=PHONE), "svala")
    player.register()
    page = player.page
    page.goto("/settings/notices/")
    expect(page.get_by_role("button", name="Save")).to_be_in_viewport(ratio=1)
    page.get_by_label("From", exact=True).fill("22:00")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Not saved yet.")).to_be_attached()
    expect(page.get_by_label("To", exact=True)).to_be_focused()
    expect(page.get_by_label("To", exact=True)).to_be_in_viewport(ratio=1)
    edges = [page.get_by_label(name, exact=True).evaluate(EDGE) for name in ("From", "To")]
    assert edges[0] != edges[1]
    page.get_by_role("link", name="To", exact=True).click()
    page.get_by_label("To", exact=True).fill("07:00")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your notices are set.")).to_be_visible()


def test_choices_are_made_without_a_script(site: Running, visit: Callable[..., BrowserContext]) -> None:
    player = Player(site, visit(viewport=PHONE), "ragna")
    player.register()
    cookies = player.context.cookies()
    plain = visit(viewport=PHONE, java_script_enabled=False)
    plain.add_cookies(cookies)  # type: ignore[arg-type] # the same shape, typed twice
    page = plain.new_page()
    page.goto("/settings/notices/")
    page.get_by_role("group", name="Your turn").get_by_label("Mail: Your turn").select_option("daily")
    page.get_by_label("Push: Game over").uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your notices are set.")).to_be_visible()
    expect(page.get_by_label("Mail: Your turn")).to_have_value("daily")
    expect(page.get_by_label("Push: Game over")).not_to_be_checked()
    page.goto("/settings/channels/")
    page.get_by_role("button", name="Make an address").click()
    assert page.get_by_label("Your secret address").input_value().endswith(".ics")
