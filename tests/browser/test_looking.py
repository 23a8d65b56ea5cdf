"""A page holds mail back only while somebody is at it, never because its tab is open; and the mail plays."""

from collections.abc import Callable

import psycopg
from playwright.sync_api import BrowserContext, Page, expect

from odinsite.embedded.folder import Folder
from tests.browser.axe import faults
from tests.browser.conftest import PHONE
from tests.browser.mails import link_in, wait_for_mail
from tests.browser.players import Player
from tests.embedded.running import Running

MINUTE_MS = 60_000
# Counts in the page how often its sockets say that it is looked at: nothing is on its way when that is read.
COUNT = """() => {
  window.said = 0;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (JSON.parse(text).type === "looking") window.said += 1;
    return send.call(this, text);
  };
}"""
SAID = "() => { const said = window.said; window.said = 0; return said; }"


def said_in(page: Page, minutes: int) -> int:
    """How often the page has said that it is looked at, since this was asked last and in so many more minutes of its
    own clock."""
    page.clock.run_for(minutes * MINUTE_MS)
    said: int = page.evaluate(SAID)
    return said


def at_a_tables_page(site: Running, context: BrowserContext, handle: str) -> Player:
    """Somebody whose turn it is, at a page whose clock the test holds and whose socket is open."""
    player = Player(site, context, handle)
    player.register()
    address = player.open_game(seats=2, greedy=1, target="hand")
    player.at_table()
    player.page.locator("#table[data-my-turn]").wait_for()
    player.page.add_init_script(f"({COUNT})()")
    player.page.clock.install()
    player.page.goto(address)
    player.at_table()
    # An open socket says so at once.
    player.page.wait_for_function("() => window.said > 0")
    return player


def time_passes(site: Running, minutes: int) -> None:
    """Let what the site knows of lie so much further back."""
    past = f"- interval '{minutes} minutes'"
    with psycopg.connect(host=str(Folder(site.data).sockets), user="odin", dbname="odin") as database:
        database.execute(f"UPDATE games_seat SET looked_at = looked_at {past}, acted_at = acted_at {past}")
        database.execute(f"UPDATE games_notice SET due_at = due_at {past}, created_at = created_at {past}")


def test_a_page_is_looked_at_while_somebody_does_something_there(
    site: Running, visit: Callable[..., BrowserContext]
) -> None:
    page = at_a_tables_page(site, visit(), "henrik").page
    page.mouse.move(200, 300)
    assert said_in(page, 1) >= 3
    # The window stays in sight, but nobody does anything there.
    said_in(page, 2)
    assert page.evaluate("document.visibilityState") == "visible"
    assert said_in(page, 30) == 0
    # A page that scrolls below a pointer at rest is nobody's doing, though a browser tells of that pointer.
    page.evaluate("scrollBy(0, 50)")
    page.mouse.move(200, 300)
    assert said_in(page, 1) == 0
    # Back at it: said at once, and then for two minutes more.
    page.keyboard.press("Tab")
    assert page.evaluate("window.said") == 1
    assert 4 <= said_in(page, 5) <= 5
    page.mouse.move(210, 310)
    assert page.evaluate("window.said") == 1
    assert 4 <= said_in(page, 5) <= 5


def test_who_left_a_tab_open_gets_the_mail_and_plays_from_it(
    site: Running, visit: Callable[..., BrowserContext]
) -> None:
    ingrid = at_a_tables_page(site, visit(), "ingrid")
    said_in(ingrid.page, 3)
    time_passes(site, 10)
    assert said_in(ingrid.page, 1) == 0
    link = link_in(wait_for_mail(site.data, ingrid.address, "Your turn"), "/m/")

    page = visit(reduced_motion="reduce").new_page()
    page.goto(link)
    assert not faults(page, "a turn from the mail")
    page.goto("/m/unknown/")
    assert not faults(page, "an unknown link")

    # A mail program's own browser: nobody is logged in there, and it may run no scripts.
    reader = visit(java_script_enabled=False, viewport=PHONE)
    page = reader.new_page()
    page.goto(link)
    if page.get_by_role("radio").count():
        page.locator(".play-choice:has([name='play'])").first.click()
        for choice in page.locator(".play-choice:has([name='pickup'])").all()[:1]:
            choice.click()
        page.get_by_role("button", name="Play").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("You played")
    else:
        page.get_by_role("button", name="Pass").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("You passed")
    page.goto(link)
    expect(page.get_by_role("main")).to_contain_text("You have played this turn already")
    assert reader.cookies() == []
