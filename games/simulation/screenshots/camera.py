"""Takes screenshots of pages in every size and theme."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from games.simulation.screenshots.pages import PicturedPage, Places, page_address

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext
    from playwright.sync_api import Page as Tab

SIZES: Final = ((360, 740), (768, 1024), (1440, 900))
WINDOW: Final = (1280, 800)
LOOKS: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
SHELL: Final = "chromium-headless-shell"
PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome")
# Chromium as root in a container, without network traffic of its own.
QUIET: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


# In a picture of a whole page, bars at the window's foot would cover its middle.
UNSTICK: Final = """() => {
  for (const it of document.querySelectorAll("body *")) {
    const { position, bottom, display } = getComputedStyle(it);
    if (["sticky", "fixed"].includes(position) && bottom !== "auto" && display !== "none") it.style.position = "static";
  }
}"""


class NoCameraError(Exception):
    pass


def chromium_program(*, whole: bool = False) -> str | None:
    """The path of a Chromium, preferably of its headless shell: that takes a third less processor time. `whole`: one
    with notifications, which the shell lacks.
    """
    return next(filter(None, map(shutil.which, PROGRAMS if whole else (SHELL, *PROGRAMS))), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A Chromium. Raises NoCameraError without Playwright or Chromium."""
    try:
        # Installed for development only.
        from playwright.sync_api import sync_playwright
    except ImportError as missing:
        raise NoCameraError("Pictures need Playwright: pip install -r tests/requirements.lock") from missing
    program = chromium_program()
    if program is None:
        raise NoCameraError("Pictures need Chromium; on Debian: apt-get install chromium-headless-shell")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(QUIET))
        try:
            yield browser
        finally:
            browser.close()


class Camera:
    def __init__(self, browser: Browser, address: str, out: Path, language: str) -> None:
        self.browser = browser
        self.address = address
        self.out = out
        self.language = language

    def take(self, pages: Sequence[PicturedPage], places: Places, sessions: Mapping[str, str]) -> int:
        """Save each page as `NAME-WIDTH-LOOK.png`; returns the number of files."""
        files = 0
        for visit, ((width, height), look) in enumerate(product(SIZES, LOOKS)):
            contexts = {
                role: self._context(sessions.get(role), width, height, look) for role in {it.role for it in pages}
            }
            for page in pages:
                address = page_address(page, places, visit)
                self._photograph(contexts[page.role], page, address, f"{page.name}-{width}-{look}.png")
                files += 1
            for context in contexts.values():
                context.close()
        return files

    def take_window(self, page: PicturedPage, places: Places, session: str) -> Path:
        """Save what a small desktop's window shows of the page, in light colours; returns the file."""
        file = self.out / f"{page.name}.png"
        with self._open(self._context(session, *WINDOW, "light"), page, page_address(page, places, 0)) as tab:
            tab.screenshot(path=file, animations="disabled")
        return file

    def _context(self, session: str | None, width: int, height: int, look: str) -> BrowserContext:
        options: dict[str, Any] = {"viewport": {"width": width, "height": height}, "color_scheme": look}
        context = self.browser.new_context(
            base_url=self.address,
            locale=self.language,
            reduced_motion="reduce",
            has_touch=width < SIZES[1][0],
            **options,
        )
        if session:
            context.add_cookies([{"name": "sessionid", "value": session, "url": self.address}])
        return context

    def _photograph(self, context: BrowserContext, page: PicturedPage, address: str, name: str) -> None:
        with self._open(context, page, address) as tab:
            tab.evaluate(UNSTICK)
            tab.screenshot(path=self.out / name, full_page=True, animations="disabled")

    @contextmanager
    def _open(self, context: BrowserContext, page: PicturedPage, address: str) -> Iterator[Tab]:
        tab = context.new_page()
        tab.goto(address, wait_until="load")
        tab.evaluate("document.fonts.ready")
        for selector in page.press:
            tab.locator(selector).first.click()
        yield tab
        tab.close()
