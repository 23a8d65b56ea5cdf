"""Browsers that tests use one after the other: in a used one, a page costs half the processor time.

A test finds no cookies, no storage and no permissions of the test before, but the site's static files and a process
that has compiled its scripts. An init script or a clock can't be removed from a page: such tests ask for a `fresh` one.
"""

from contextlib import suppress
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize

# A context with other options than these is not used again; a page's size can be changed.
REUSED_OPTIONS = frozenset({"viewport", "has_touch", "is_mobile", "locale"})
# Of the site, so that the page keeps its process, and without a script.
EMPTY = "/livez"
FORGET = """() => {
  localStorage.clear();
  sessionStorage.clear();
  return Object.getOwnPropertyNames(globalThis).length;
}"""


def page_of(context: BrowserContext) -> Page:
    """The page that a used browser has open, else a new one."""
    return context.pages[0] if context.pages else context.new_page()


class UsedBrowser:
    """A context with one page. Collects the console's errors in `errors`."""

    def __init__(self, browser: Browser, viewport: ViewportSize, **options: Any) -> None:
        self.errors: list[str] = []
        self.options = options
        self.context = browser.new_context(viewport=viewport, **options)
        self.context.set_default_timeout(45_000)
        self.context.on("weberror", lambda error: self.errors.append(str(error.error)))
        self.context.on("console", lambda told: self.errors.append(told.text) if told.type == "error" else None)
        self.known = 0

    def forget(self) -> bool:
        """Whether the browser can be used again."""
        with suppress(Error):
            for other in self.context.pages[1:]:
                other.close()
            page = page_of(self.context)
            self.context.unroute_all()
            page.unroute_all()
            page.emulate_media(media="null", color_scheme="null", forced_colors="null")
            page.set_extra_http_headers({})
            known = self.names() == self.known
            self.context.clear_cookies()
            self.context.clear_permissions()
            self.errors.clear()
            if not known:
                self.context.close()
            assert known, "a page with an init script or a clock: ask for a `fresh` browser"
            return True
        return False

    def names(self) -> int:
        """The number of names that an empty page has; clears its storage."""
        page = page_of(self.context)
        page.goto(EMPTY)
        return int(page.evaluate(FORGET))


class UsedBrowsers:
    """Browsers that no test uses now, by their options."""

    def __init__(self) -> None:
        self._free: list[UsedBrowser] = []

    def take(self, browser: Browser, viewport: ViewportSize, **options: Any) -> UsedBrowser:
        used = next((one for one in self._free if one.options == options), None)
        if used is None:
            used = UsedBrowser(browser, viewport, **options)
            used.known = used.names()
        else:
            self._free.remove(used)
            page_of(used.context).set_viewport_size(viewport)
        return used

    def leave(self, used: UsedBrowser) -> None:
        if used.forget():
            self._free.append(used)
        else:
            used.context.close()
