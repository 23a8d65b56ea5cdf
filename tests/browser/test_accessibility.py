"""Every page a person needs, read by axe: on a phone and a wide screen, in light and in dark."""

from collections.abc import Callable, Iterator
from itertools import product

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, ViewportSize

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.players import Player
from tests.embedded.running import Running

HANDLE = "sigrun"
BEFORE_LOGIN = {
    "landing": "/",
    "login": "/accounts/login/",
    "sign-up": "/accounts/signup/",
    "rules": "/rules/",
    "missing page": "/nowhere/",
}
AFTER_LOGIN = {
    "new game": "/games/new/",
    "profile": f"/players/{HANDLE}/",
    "leaders": "/leaders/",
    "opponents": f"/players/{HANDLE}/versus/",
    "settings": "/settings/",
    "settings, notices": "/settings/notices/",
    "settings, hours": "/settings/hours/",
    "settings, channels": "/settings/channels/",
    "settings, people": "/settings/people/",
    "settings, sent": "/settings/sent/",
    "settings, table": "/settings/table/",
    "keys": "/shortcuts/",
}

# Colours are measured at rest, not on their way from one look to the next.
AT_REST = """() => Promise.allSettled(
    document.getAnimations().filter(it => it instanceof CSSTransition).map(it => it.finished)
).then(() => true)"""


def looks(page: Page) -> Iterator[str]:
    """Bring the page into every look in turn; says which."""
    for scheme, size in product(("light", "dark"), (PHONE, DESKTOP)):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.set_viewport_size(ViewportSize(width=size["width"], height=size["height"]))
        page.evaluate(AT_REST)
        yield f"{scheme}, {size['width']} px"


def faults(page: Page, name: str) -> list[str]:
    """What axe finds wrong with the page, a line each."""
    found: list[str] = []
    for look in looks(page):
        for violation in Axe().run(page).response["violations"]:
            places = "; ".join(f"{node['target']} {node['failureSummary']}" for node in violation["nodes"])
            found.append(f"{name}, {look}: {violation['id']}: {places}")
    return found


def test_axe_finds_nothing(site: Running, visit: Callable[..., BrowserContext]) -> None:
    player = Player(site, visit(reduced_motion="reduce"), HANDLE)
    page = player.page
    found: list[str] = []
    for name, path in BEFORE_LOGIN.items():
        page.goto(path)
        found += faults(page, name)
    player.register()

    player.open_game(seats=3, greedy=0, target="hand")
    page.locator(".place").first.get_by_text("has added to the deal").wait_for()
    found += faults(page, "waiting room")
    player.open_game(seats=2, greedy=1, target="15")
    page.locator("#table[data-my-turn]").wait_for()
    found += faults(page, "table, your turn")
    page.goto(f"{page.url}text/")
    found += faults(page, "table in text")
    page.goto("/")
    found += faults(page, "home")
    for name, path in AFTER_LOGIN.items():
        page.goto(path)
        found += faults(page, name)
    assert not found, "\n".join(found)


def test_pages_that_greet_fit_a_window_of_320_px(visit: Callable[..., BrowserContext]) -> None:
    page = visit(viewport=ViewportSize(width=320, height=568)).new_page()
    for name, path in BEFORE_LOGIN.items():
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") == 320, name


def test_axe_would_find_something(visit: Callable[..., BrowserContext]) -> None:
    page = visit().new_page()
    page.goto("/rules/")
    page.evaluate("document.querySelector('main').append(document.createElement('img'))")
    assert any("image-alt" in fault for fault in faults(page, "rules"))
