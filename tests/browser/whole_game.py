"""A whole hand in Firefox or WebKit: two people sign up, one with a narrow window, and play with a bot to the end.

`python -m tests.browser.whole_game firefox` (or `webkit`) starts a site and drives the browser by WebDriver, since
Playwright drives no distribution's Firefox or WebKit. It needs `firefox-esr` with geckodriver, or `webkit2gtk-driver`
with a display such as `xvfb-run` gives. It ends with a traceback at the first fault.
"""

import argparse
import re
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from shutil import which
from typing import Any, Final

from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    StaleElementReferenceException,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests.browser.sent_mails import link_in, wait_for_mail
from tests.embedded.running import Running
from tests.password import PASSWORD

PATIENCE_S: Final = 60.0
# What the page has just replaced, or something else is over.
MOVING: Final = (
    StaleElementReferenceException, ElementClickInterceptedException, ElementNotInteractableException,
)  # fmt: skip
MAX_TURNS: Final = 400
WIDE: Final = (1280, 900)
NARROW: Final = (390, 844)
MINI_BROWSER: Final = "usr/lib/*/webkit2gtk-4.1/MiniBrowser"
# The clock's words are in its pill, and the page is no wider than its window.
FITS: Final = """
    const clock = document.querySelector(".clock");
    const root = document.documentElement;
    return (!clock || clock.scrollWidth <= clock.clientWidth + 1) && root.scrollWidth <= root.clientWidth;
"""
FAILURES: Final = """
    window.failures = [];
    addEventListener("error", (event) => window.failures.push(event.message));
    addEventListener("unhandledrejection", (event) => window.failures.push(String(event.reason)));
"""


def firefox(width: int, height: int) -> Any:
    options = webdriver.FirefoxOptions()
    options.add_argument("-headless")
    options.enable_bidi = True
    driver = webdriver.Firefox(options=options, service=webdriver.FirefoxService(which("geckodriver")))
    # No window of Firefox's is narrower than 500 px.
    viewport = {"width": width, "height": height}
    driver.browsing_context.set_viewport(context=driver.current_window_handle, viewport=viewport)
    return driver


def webkit(width: int, height: int) -> Any:
    options = webdriver.WebKitGTKOptions()
    options.binary_location = str(next(Path("/").glob(MINI_BROWSER)))
    options.add_argument("--automation")
    driver = webdriver.WebKitGTK(options=options, service=webdriver.WebKitGTKService(which("WebKitWebDriver")))
    driver.set_window_size(width, height)
    return driver


BROWSERS: Final = {"firefox": firefox, "webkit": webkit}


class Person:
    """A player with a browser of their own, who uses the site's pages alone."""

    def __init__(self, driver: Any, site: Running, name: str) -> None:
        self.driver, self.site, self.name = driver, site, name

    def close(self) -> None:
        self.driver.quit()

    def go(self, address: str) -> None:
        self.driver.get(address if "://" in address else self.site.address + address)

    def all(self, selector: str) -> list[Any]:
        found: list[Any] = self.driver.find_elements(By.CSS_SELECTOR, selector)
        return found

    def wait(self, ready: Callable[[], Any], what: str) -> Any:
        """The first true answer of `ready`. Raises TimeoutException."""
        wait = WebDriverWait(self.driver, PATIENCE_S, 0.1, ignored_exceptions=MOVING)
        return wait.until(lambda _driver: ready(), f"{self.name}: {what}")

    def find(self, selector: str) -> Any:
        """Wait for the element to be in the page."""
        return self.wait(lambda: next(iter(self.all(selector)), None), selector)

    def press(self, selector: str) -> None:
        """Wait until the element can be pressed; another may be over it while the table moves."""
        self.wait(lambda: self._pressed(selector), f"press {selector}")

    def _pressed(self, selector: str) -> bool:
        shown = [it for it in self.all(selector) if it.is_displayed()]
        if not shown:
            return False
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'nearest'})", shown[0])
        shown[0].click()
        return True

    def leave_by(self, selector: str, pattern: str) -> None:
        """Press what leads to an address of that pattern."""
        self.press(selector)
        self.wait(lambda: re.search(pattern, self.driver.current_url), pattern)

    def sign_up(self) -> None:
        address = f"{self.name}@example.org"
        self.go("/accounts/signup/")
        for field, value in (("username", self.name), ("email", address), ("password1", PASSWORD)):
            self.find(f"[name='{field}']").send_keys(value)
        self.leave_by("main form .button-main", "confirm-email")
        self.go(link_in(wait_for_mail(self.site.data, address, "onfirm"), "confirm-email"))
        self.leave_by("main form .button-main", r":\d+/$")

    def open_game(self) -> str:
        """Create a private hand for the two and a bot; returns its invitation's link."""
        self.go("/games/new/")
        self.press("#more-options > summary")
        for name, value in (("seats", "3"), ("target", "hand"), ("pace", "1d"), ("visibility", "private")):
            self.press(f"label:has([name='{name}'][value='{value}'])")
        self.press("#more-options [name='bots_berserker'] > [value='1']")
        if self.find("#more-options [name='undo']").is_selected():
            self.press("#more-options [name='undo']")
        self.leave_by(".actions > .button-main", r"/g/\w+/")
        return str(self.find("#link").get_attribute("value"))

    def join(self, link: str) -> None:
        self.go(link)
        self.leave_by("main form .button-main", r"/g/\w+/")

    @property
    def version(self) -> int:
        return int(self.driver.execute_script("return document.getElementById('table').dataset.version"))

    @property
    def must_act(self) -> bool:
        return bool(self.all("#table[data-my-turn]"))

    @property
    def over(self) -> bool:
        return bool(self.all("#table[data-over]"))

    def sees(self, version: int) -> None:
        self.wait(lambda: self.version >= version, f"version {version}")

    def take_turn(self) -> None:
        """Play the largest set, or pass if there is none."""
        before = self.version
        plays = str(self.find("#turn-form").get_attribute("data-plays") or "").split()
        asks = bool(plays and self.all("#turn-form input[name='confirm']"))
        if plays:
            self._choose(re.findall(r"[A-Z]\d", max(plays, key=len)))
        self.press("#play" if plays else "#pass")
        if asks:
            self.press("#ask-sure")
        self.sees(before + 1)

    def _choose(self, codes: list[str]) -> None:
        for code in codes:
            self.press(f"label[data-card='{code}']")
        goes_out = len(codes) == len(self.all("#hand input"))
        if not goes_out and self.all("#pickup input"):
            self.press("#pickup label.pick")


def play(people: list[Person]) -> int:
    """Take turns until the end, each shown on both pages; returns the number of turns."""
    for turns in range(MAX_TURNS):
        seen = max(person.version for person in people)
        for person in people:
            person.sees(seen)
            assert person.driver.execute_script(FITS), f"{person.name}: the clock or the page is too wide"
        if all(person.over for person in people):
            return turns
        acting = next((person for person in people if person.must_act), None)
        if acting is None:
            # The bot's turn reaches every page without a press.
            people[0].sees(seen + 1)
            continue
        acting.take_turn()
    raise AssertionError(f"The hand isn't over after {MAX_TURNS} turns.")


def whole_game(alice: Person, bob: Person) -> tuple[int, list[str]]:
    """The number of turns, and what scripts complained of at the table."""
    for person in (alice, bob):
        person.sign_up()
    bob.join(alice.open_game())
    for person in (alice, bob):
        person.find("#table")
        person.driver.execute_script(FAILURES)
    turns = play([alice, bob])
    return turns, [fault for person in (alice, bob) for fault in person.driver.execute_script("return failures")]


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.browser.whole_game", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("browser", choices=BROWSERS)
    begin = BROWSERS[parser.parse_args().browser]
    with ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory(prefix="odin-game-"))
        site = stack.enter_context(Running(Path(data), BOT_PAUSE_S="0"))
        alice = stack.enter_context(closing(Person(begin(*WIDE), site, "alice")))
        bob = stack.enter_context(closing(Person(begin(*NARROW), site, "bob")))
        turns, failures = whole_game(alice, bob)
    sys.stdout.write(
        "\n".join([f"{turns} turns to the end of the hand, {len(failures)} faults of scripts", *failures, ""])
    )
    return int(bool(failures) or turns < 4)


if __name__ == "__main__":
    sys.exit(main())
