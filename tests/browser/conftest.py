"""A real Chromium; each folder's tests name the site's `address`."""

import os
from collections.abc import Callable, Generator, Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize, expect
from xdist.scheduler import LoadScopeScheduling

from games.simulation.screenshots.camera import chromium_program
from tests.browser.used_browsers import KEPT, UsedBrowser, UsedBrowsers

CHROMIUM = chromium_program()
WHOLE_CHROMIUM = chromium_program(whole=True)
REQUIRED = "ODIN_REQUIRE_BROWSER"
# Runs beside the quick tests; all others are `whole`.
JOURNEY = "test_whole_game"
# Share a site, and so a worker.
JOURNEYS = "journeys"
# Started first, so that no worker waits for another's last test.
LONGEST = (
    "test_accessibility",
    "test_markup",
    "test_whole_game",
    "test_moderation",
    "test_learning",
    "test_acts",
    "test_replay",
)
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


# It has no types.
class Sharing(LoadScopeScheduling):  # type: ignore[misc]
    """Gives workers a test at a time, but all journeys to one."""

    def _split_scope(self, nodeid: str) -> str:
        return JOURNEYS if f"/{JOURNEYS}/" in nodeid else nodeid


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Sharing:
    return Sharing(config, log)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None, None, None]:
    """Sort the longest tests first. Skip all without a Chromium, or fail where one is demanded."""
    for item in items:
        if item.path.stem != JOURNEY:
            item.add_marker(pytest.mark.whole)
    if CHROMIUM is None and not os.environ.get(REQUIRED):
        for item in items:
            item.add_marker(
                pytest.mark.skip(reason="no Chromium here; on Debian: apt-get install chromium-headless-shell")
            )
    yield
    # After pytest-django, which puts tests without a database last, such as journeys.
    items.sort(key=lambda item: LONGEST.index(item.path.stem) if item.path.stem in LONGEST else len(LONGEST))


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    assert CHROMIUM, f"{REQUIRED} is set and there is no Chromium."
    return {"executable_path": CHROMIUM, "args": ARGUMENTS}


@pytest.fixture
def service_workers() -> ServiceWorkers:
    """Only where they are tested, and in journeys: each new browser's fetches a page and its files."""
    return "block"


@pytest.fixture(scope="session")
def used_browsers() -> UsedBrowsers:
    return UsedBrowsers()


@pytest.fixture
def visit(
    browser: Browser, address: str, service_workers: ServiceWorkers, used_browsers: UsedBrowsers
) -> Iterator[NewContext]:
    """Open a browser with its own cookies; any console error fails the test.

    A used one, unless it is to be `fresh` or has options beside its size. Only `reduced_motion` allows motion:
    Playwright does not press moving elements.
    """
    usual = {"base_url": address, "viewport": WINDOW, "reduced_motion": "reduce", "service_workers": service_workers}
    mine: list[UsedBrowser] = []
    shared: list[UsedBrowser] = []

    def new(*, fresh: bool = False, **options: Any) -> BrowserContext:
        if fresh or service_workers == "allow" or not options.keys() <= KEPT:
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
