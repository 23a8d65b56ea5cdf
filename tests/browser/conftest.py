"""A real site (`manage.py up`) and a real Chromium."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize, expect

from tests.embedded.running import Running

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
REQUIRED = "ODIN_REQUIRE_BROWSER"
# What runs beside the quick tests; all others are `whole`.
JOURNEY = "test_whole_game"
# Begun first, so that at the end nobody waits long for another's last test.
LONGEST = ("test_accessibility", "test_whole_game", "test_acts", "test_moderation", "test_everyone", "test_learning")
# Chromium as root in a container, and quiet on a closed network.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE = ViewportSize(width=360, height=740)
DESKTOP = ViewportSize(width=1440, height=900)

# A busy machine may take its time over a page; what never comes fails all the same.
expect.set_options(timeout=20_000)

NewContext = Callable[..., BrowserContext]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Take the longest first; say why nothing runs without a Chromium; where one is demanded, that is a failure."""
    for item in items:
        if item.path.stem != JOURNEY:
            item.add_marker(pytest.mark.whole)
    items.sort(key=lambda item: LONGEST.index(item.path.stem) if item.path.stem in LONGEST else len(LONGEST))
    if CHROMIUM is None and not os.environ.get(REQUIRED):
        for item in items:
            item.add_marker(pytest.mark.skip(reason="no Chromium here; on Debian: apt-get install chromium"))


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    assert CHROMIUM, f"{REQUIRED} is set and there is no Chromium."
    return {"executable_path": CHROMIUM, "args": ARGUMENTS}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A running site of its own for the whole run."""
    data: Path = tmp_path_factory.mktemp("site")
    with Running(data, BOT_PAUSE_S="0") as running:
        yield running


@pytest.fixture
def visit(browser: Browser, site: Running) -> Iterator[NewContext]:
    """Makes a browser of one person: own cookies; any error on a page's console fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def new(**options: Any) -> BrowserContext:
        context = browser.new_context(base_url=site.address, **{"viewport": DESKTOP, **options})
        context.set_default_timeout(45_000)
        context.on("weberror", lambda error: errors.append(str(error.error)))
        context.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        contexts.append(context)
        return context

    yield new
    for context in contexts:
        context.close()
    # A refusal is answered with a 4xx that Chromium prints; the tests that provoke one look at the page themselves.
    assert [error for error in errors if "status of 4" not in error] == []
