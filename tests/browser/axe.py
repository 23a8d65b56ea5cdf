"""All pages of the site, read by axe in the light and the dark look, and gone through with Tab on narrow screens.

`python -m tests.browser.axe [--language de ...] [--only 'table*']`: starts a site of its own, makes the scenes
of `manage.py screenshots` there, and reads every page in every language (seven times as long as one). Exits 1 where
anything is found.
"""

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from games.simulation.screenshots.camera import LOOKS
from games.simulation.screenshots.pages import PAGES, PicturedPage, Places, page_address
from tests.browser.conftest import ARGUMENTS, CHROMIUM, DESKTOP, PHONE
from tests.embedded.running import Running, manage

# tests/browser/pages/test_accessibility.py reads each of these.
LANGUAGES = ("en", "ca", "de", "es", "fr", "it", "nl")
SCENES_S = 900.0
AXE = Axe()
# These rules depend on neither look nor language.
OF_COLOUR = ("color-contrast", "link-in-text-block")
COLOURS = {"runOnly": {"type": "rule", "values": OF_COLOUR}}
NO_COLOURS = {"rules": {rule: {"enabled": False} for rule in OF_COLOUR}}
# Ways of painting text whose contrast a test of this process has measured.
MEASURED: set[str] = set()
RUN = Path(__file__).with_name("axe_run.js").read_text(encoding="utf-8")
COVERED = Path(__file__).with_name("covered_focus.js").read_text(encoding="utf-8")
NARROW = (320, 360, 412)
# A visitor's form has no token.
SWITCH = re.compile(
    r'class="language-switch" method="post" action="([^"]+)">(?:\s*<input type="hidden" name="csrf.*? value="(\w+)">)?',
    re.DOTALL,
)
IS_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"
# Colours are measured after the transition between looks, so it is ended here, together with those that children
# inherit.
TO_REST = """() => {
    const moving = () => document.getAnimations().filter(it => it instanceof CSSTransition);
    for (let found = moving(); found.length; found = moving()) found.forEach(it => it.finish());
}"""


def faults(
    page: Page,
    name: str,
    windows: Sequence[ViewportSize] = (PHONE, DESKTOP),
    *,
    colours: bool = True,
    painted: set[str] | None = None,
) -> list[str]:
    """axe's faults of the page as shown, a line each; both looks for colours.

    test_accessibility reads each of PAGES on a phone; where a test has such a page open, the desktop is enough.
    `painted`: ways of painting text whose contrast was measured before, and is not again (by default by any test);
    gains those of this page.
    """
    found: list[str] = []
    painted = MEASURED if painted is None else painted
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)
    for window in windows:
        page.set_viewport_size(ViewportSize(width=window["width"], height=window["height"]))
        # The current look first: changing it costs as much as loading a page.
        shown = LOOKS[int(page.evaluate(IS_DARK))]
        for look in sorted(LOOKS, key=lambda look: look != shown) if colours else (shown,):
            page.emulate_media(color_scheme=look)
            page.evaluate(TO_REST)
            rules = COLOURS if look != shown else {} if colours else NO_COLOURS
            told = page.evaluate(RUN, {"options": rules, "before": " ".join(painted)})
            painted.update(told["met"].split())
            for violation in told["violations"]:
                places = "; ".join(f"{node['target']} {node['failureSummary']}" for node in violation["nodes"])
                found.append(f"{name}, {look}, {window['width']} px: {violation['id']}: {places}")
    return found


def covered_focus(page: Page, name: str, widths: Sequence[int] = NARROW) -> list[str]:
    """Elements that take focus under other boxes, a line each: Tab goes through the page, there and back, at each
    width.
    """
    found: list[str] = []
    for width in widths:
        page.set_viewport_size(ViewportSize(width=width, height=PHONE["height"]))
        found += [f"{name}, {width} px: focus is covered: {place}" for place in page.evaluate(COVERED)]
    return found


@dataclass
class Reader:
    """Visits the pages of a site with scenes in one language after the other, with one browser a role."""

    browser: Browser
    address: str
    places: Places
    sessions: Mapping[str, str]
    visits: int = 0
    tabs: dict[str, Page] = field(default_factory=dict)

    def read(
        self,
        pages: Sequence[PicturedPage],
        language: str,
        windows: Sequence[ViewportSize],
        *,
        colours: bool = True,
        tabs: bool = False,
    ) -> list[str]:
        """Faults of these pages in that language, a line each. Text painted in the same way is measured once. With
        `tabs` Tab goes through each page, too.
        """
        found: list[str] = []
        painted: set[str] = set()
        for page, tab in self.opened(pages, language, windows[0]):
            found += faults(tab, f"{page.name}, {language}", windows, colours=colours, painted=painted)
            found += covered_focus(tab, f"{page.name}, {language}") if tabs else []
        return found

    def opened(
        self, pages: Sequence[PicturedPage], language: str, window: ViewportSize
    ) -> Iterator[tuple[PicturedPage, Page]]:
        """Open each page in that language."""
        self._turn_all_to(pages, language)
        for page in pages:
            tab = self.tabs[page.role]
            tab.set_viewport_size(window)
            tab.goto(page_address(page, self.places, self.visits))
            expect(tab.locator("html")).to_have_attribute("lang", language)
            for selector in page.press:
                tab.locator(selector).first.click()
            yield page, tab
        self.visits += 1

    def sources(self, pages: Sequence[PicturedPage], language: str) -> Iterator[tuple[PicturedPage, str]]:
        """Each page with its markup as the site sends it."""
        self._turn_all_to(pages, language)
        for page in pages:
            address = page_address(page, self.places, self.visits)
            yield page, self.tabs[page.role].request.get(address).text()
        self.visits += 1

    def close(self) -> None:
        for tab in self.tabs.values():
            tab.context.close()

    def _turn_all_to(self, pages: Sequence[PicturedPage], language: str) -> None:
        # A mailed link's page is in its player's language.
        for role in {"player", *(page.role for page in pages)}:
            self._turn_to(role, language)

    def _turn_to(self, role: str, language: str) -> None:
        """Set the role's language by the form that each page has, without showing a page."""
        if role not in self.tabs:
            self.tabs[role] = self._tab(role)
        site = self.tabs[role].request
        # Suspended people are redirected to the decision.
        form = SWITCH.search(site.get("/settings/").text())
        assert form, role
        site.post(form[1], form={"csrfmiddlewaretoken": form[2] or "", "language": language, "next": "/rules/"})

    def _tab(self, role: str) -> Page:
        # The service worker's prefetching is not checked.
        context = self.browser.new_context(base_url=self.address, reduced_motion="reduce", service_workers="block")
        if role in self.sessions:
            context.add_cookies([{"name": "sessionid", "value": self.sessions[role], "url": self.address}])
        # Sent once, not for each page.
        context.add_init_script(AXE.axe_script)
        return context.new_page()


@contextmanager
def reader_of(browser: Browser, data: Path) -> Iterator[Reader]:
    """A site of its own in that folder, with the scenes of all pages."""
    with Running(data) as site:
        made = manage("scenes", "--language", "de", patience=SCENES_S, ODIN_DATA=str(data))
        assert made.returncode == 0, made.stderr
        with closing(Reader(browser, site.address, **json.loads(made.stdout.splitlines()[-1]))) as reader:
            yield reader


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--language", nargs="+", default=LANGUAGES, choices=LANGUAGES, help="which (all)")
    parser.add_argument("--only", default="*", metavar="PATTERN", help="pages whose names fit, such as 'table*'")
    options = parser.parse_args()
    pages = [page for page in PAGES if fnmatch(page.name, options.only)]
    number = 0
    with tempfile.TemporaryDirectory(prefix="odin-axe-") as data, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        with reader_of(browser, Path(data)) as reader:
            for language in options.language:
                found = reader.read(pages, language, (PHONE, DESKTOP), tabs=True)
                number += len(found)
                print(*found, f"{language}: {len(pages)} pages, {len(found)} faults", sep="\n", flush=True)
        browser.close()
    return int(number > 0 or not pages)


if __name__ == "__main__":
    sys.exit(main())
