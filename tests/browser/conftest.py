"""A real Chromium; each folder's tests name the site's `address`."""

import os
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize, expect

from games.simulation.screenshots.camera import chromium_program
from tests.browser.used_browsers import REUSED_OPTIONS, UsedBrowser, UsedBrowsers

CHROMIUM = chromium_program()
WHOLE_CHROMIUM = chromium_program(whole=True)
REQUIRED = "ODIN_REQUIRE_BROWSER"
# Run with the quick tests; all others are `whole`.
JOURNEY = "test_whole_game"
LONGEST = "test_accessibility"
# They share a site, so one worker runs them.
JOURNEYS = "journeys"
# Chromium counts the last list of features only, so Playwright's are repeated.
PLAYWRIGHTS = (
    "AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,"
    "HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,"
    "OptimizationHints,PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning"
)
# Per context, Chromium loads two pages of its address bar and starts a spare process: half of what a context costs.
UNSEEN = "SpareRendererForSitePerProcess,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,WebUIOmniboxPopup"
# Chromium as root in a container, without a network.
ARGUMENTS = [
    f"--disable-features={PLAYWRIGHTS},{UNSEEN}",
    "--no-sandbox",
    "--disable-gpu",
    # A process less.
    "--enable-features=NetworkServiceInProcess2",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE = ViewportSize(width=360, height=740)
DESKTOP = ViewportSize(width=1440, height=900)
# Where the size is not the claim: a fifth less to paint.
WINDOW = ViewportSize(width=1280, height=800)
# For `reduced_motion`.
MOVES = "no-preference"

# Long enough for a busy machine.
expect.set_options(timeout=20_000)

NewContext = Callable[..., BrowserContext]
ServiceWorkers = Literal["allow", "block"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests. Skip all without a Chromium, or fail where one is required."""
    # It takes minutes: begun last, it would leave the other workers idle.
    items.sort(key=lambda item: item.path.stem != LONGEST)
    for item in items:
        if item.path.stem != JOURNEY:
            item.add_marker(pytest.mark.whole)
        if JOURNEYS in item.path.parts:
            item.add_marker(pytest.mark.xdist_group(JOURNEYS))
    if CHROMIUM is None and not os.environ.get(REQUIRED):
        for item in items:
            item.add_marker(
                pytest.mark.skip(reason="no Chromium here; on Debian: apt-get install chromium-headless-shell")
            )


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    assert CHROMIUM, f"{REQUIRED} is set and there is no Chromium."
    return {"executable_path": CHROMIUM, "args": ARGUMENTS}


@pytest.fixture
def service_workers() -> ServiceWorkers:
    """Blocks service workers except where they are tested, and in journeys: each new browser's fetches a page and its
    files.
    """
    return "block"


@pytest.fixture(scope="session")
def used_browsers() -> UsedBrowsers:
    return UsedBrowsers()


@pytest.fixture
def visit(
    browser: Browser, address: str, service_workers: ServiceWorkers, used_browsers: UsedBrowsers
) -> Iterator[NewContext]:
    """Open a browser with its own cookies; any console error fails the test. It is a used one, unless it is to be
    `fresh` or has options other than its size. Only `reduced_motion` allows motion: Playwright does not press moving
    elements.
    """
    usual = {"base_url": address, "viewport": WINDOW, "reduced_motion": "reduce", "service_workers": service_workers}
    mine: list[UsedBrowser] = []
    shared: list[UsedBrowser] = []

    def new(*, fresh: bool = False, **options: Any) -> BrowserContext:
        if fresh or service_workers == "allow" or not options.keys() <= REUSED_OPTIONS:
            mine.append(UsedBrowser(browser, **{**usual, **options}))
            return mine[-1].context
        shared.append(used_browsers.take(browser, **{**usual, **options}))
        return shared[-1].context

    yield new
    for used in mine:
        used.context.close()
    errors = [error for used in (*mine, *shared) for error in used.errors]
    for used in shared:
        used_browsers.leave(used)
    # Chromium prints refusals (4xx); the tests that provoke them check the page.
    assert [error for error in errors if "status of 4" not in error] == []
