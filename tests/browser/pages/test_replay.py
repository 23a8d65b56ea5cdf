"""A game's replay by buttons, keys and slider; the script draws each frame as the server does."""

from __future__ import annotations

from urllib.parse import unquote

from playwright.sync_api import FloatRect, Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import DESKTOP
from tests.browser.pages.conftest import Enter
from tests.factories import make_person
from tests.games_laid import finished_game

# What both server and script draw of a frame, without white space between tags.
DRAWN = """(doc) => [...doc.querySelectorAll("#replay-cloth, #replay-place, #replay-said, #replay-then, .replay-seat")]
  .map((part) => part.outerHTML.replace(/>\\s+/g, ">").replace(/\\s+</g, "<").replace(/ (?=["])/g, "")).join("\\n")"""
SERVERS = f"""async () => {{
  const page = await (await fetch(location.href)).text();
  return ({DRAWN})(new DOMParser().parseFromString(page, "text/html"));
}}"""


def turn_of(page: Page) -> int:
    return int(page.locator("#replay-slider").input_value())


def last_row(page: Page) -> FloatRect:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.evaluate("scrollTo(0, 0)")
    foot = page.locator(".replay-seat").last.bounding_box()
    assert foot is not None
    return foot


def stays_still(page: Page, last: int) -> None:
    """Step to the end: each frame is the server's, and none scrolls while the acting seat's row is in view."""
    foot = last_row(page)
    # Hardly more than the rows need.
    page.set_viewport_size({"width": 1280, "height": round(foot["y"] + foot["height"]) + 8})
    for turn in range(1, last + 1):
        press(page, "ArrowRight", turn)
        assert page.evaluate("scrollY") == 0, turn
        assert page.evaluate(f"() => ({DRAWN})(document)") == page.evaluate(SERVERS)


def shares_the_turn(page: Page) -> None:
    """The field has the link to the turn shown, and so has the code, which loads once it is opened."""
    page.locator(".replay-share > summary").click()
    page.locator("[data-copy='replay-link']").click()
    expect(page.locator("[data-copy='replay-link']")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.locator(".share-code > summary").click()
    code = page.locator(".share-code > img")
    assert unquote(code.get_attribute("src") or "").endswith(page.url.split("/g/")[1])
    assert code.evaluate("async (code) => { await code.decode(); return code.naturalWidth; }") > 0
    page.locator(".replay-share > summary").click()
    # Keys step through turns while the focus is in the player.
    page.locator("#replay-slider").focus()


def scrolls_to_the_acting_seat(page: Page, last: int) -> None:
    """Check that the page scrolls to the seat's row if it is out of view."""
    foot = last_row(page)
    press(page, "End", last)
    page.set_viewport_size({"width": 1280, "height": round(foot["y"])})
    for turn in range(last - 1, last - 4, -1):
        press(page, "ArrowLeft", turn)
        expect(page.locator(".replay-seat.is-acting")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") > 0
    page.evaluate("scrollTo(0, 0)")


def press(page: Page, key: str, turn: int) -> None:
    page.keyboard.press(key)
    expect(page.locator("#replay-slider")).to_have_value(str(turn))


def fits_windows(page: Page) -> None:
    for width, height in ((360, 740), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        for part in ("#replay-cloth", "#replay-said", ".replay-seat >> nth=-1", "[data-step='next']", "#replay-slider"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_step_by_step_as_the_server_draws_it(enter: Enter) -> None:
    player = enter("alice", permissions=["clipboard-read", "clipboard-write"])
    people = [player.user, make_person("bob"), make_person("charlie")]
    game = finished_game(people, recorded="single_hand_of_three")
    page = player.page
    page.goto(f"/g/{game.public_id}/replay/?hand=1&turn=0")
    page.locator("#player[data-ready]").wait_for()
    last = int(page.locator("#replay-slider").get_attribute("max") or 0)
    assert last >= 3
    # The serif's figures are as high as its capitals.
    expect(page.locator("#replay-said")).to_have_css("font-feature-settings", '"lnum", "tnum"')
    stays_still(page, last)
    expect(page.locator("#replay-turns [aria-current]")).to_have_count(1)
    expect(page.locator(f"#replay-turns [data-turn='{last}']")).to_have_attribute("aria-current", "true")
    assert page.url.endswith(f"?hand=1&turn={last}")
    press(page, "Home", 0)
    press(page, "End", last)
    page.locator("[data-step='back']").click()
    assert turn_of(page) == last - 1
    page.locator("#replay-turns a").nth(1).click()
    assert turn_of(page) == 1
    page.locator("#replay-slider").focus()
    press(page, "ArrowRight", 2)
    page.get_by_role("button", name="Autoplay").click()
    expect(page.locator("#replay-run")).to_have_attribute("aria-pressed", "true")
    press(page, "Home", 0)
    expect(page.locator("#replay-run")).to_have_attribute("aria-pressed", "false")
    assert faults(page, "replay", [DESKTOP]) == []
    shares_the_turn(page)
    scrolls_to_the_acting_seat(page, last)
    press(page, "Home", 0)
    fits_windows(page)
    page.reload()
    page.locator("#player[data-ready]").wait_for()
    assert turn_of(page) == 0
