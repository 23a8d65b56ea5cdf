"""Weight and speed of a game's page on a first visit.

`python tests/bench/page.py [--visits 5] [--slower 4] [--json]`: starts a site, seats a person with bots, and visits the
game's page with an empty cache and a slowed processor, on a phone's and a wide window; in between a plain page, for the
ratio. Exits 1 if the page weighs 150 kB or more, or the median largest contentful paint takes over a second.
"""

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from playwright.sync_api import Browser, Cookie, ViewportSize, sync_playwright

from tests.browser.conftest import ARGUMENTS, CHROMIUM, DESKTOP, PHONE
from tests.browser.journeys.registered_player import RegisteredPlayer
from tests.browser.page_weight import Wire, opening_bytes
from tests.embedded.running import Running

# Nearly the same frame around a few words.
PLAIN = "/offline/"
# The processor's work for the page, by Chromium's names.
WORK = {"TaskDuration": "all", "ScriptDuration": "script", "LayoutDuration": "layout", "RecalcStyleDuration": "style"}
WINDOWS = {"phone": PHONE, "desktop": DESKTOP}
MAX_BYTES = 150_000
MAX_MS = 1000.0
# Before: Chromium's work for a new window, whose frame is a page too; a visitor's is already open.
# After loading: the service worker's fetches, and late paints.
SETTLE_MS = 1500
LARGEST = """() => new Promise(done => new PerformanceObserver(list => {
  const last = list.getEntries().at(-1);
  done([last.startTime, last.element?.closest("[id]")?.id ?? ""]);
}).observe({ type: "largest-contentful-paint", buffered: true }))"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--visits", type=int, default=5, help="visits for each window (5)")
    parser.add_argument("--slower", type=float, default=4, help="how many times slower the processor is (4)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="odin-bench-") as data,
        Running(Path(data)) as site,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        address, cookies = game_with_bots(site, browser)
        figures = {}
        for name, window in WINDOWS.items():
            pairs = [
                [visit(browser, where, cookies, window, options.slower) for where in (address, site.address + PLAIN)]
                for _visit in range(options.visits)
            ]
            figures[name] = figures_of([game for game, _plain in pairs], [plain for _game, plain in pairs])
        browser.close()
    if options.json:
        print(json.dumps(figures))
    else:
        print("\n".join(f"{name}: {row}" for name, row in figures.items()))
    return int(any(row["bytes"] >= MAX_BYTES or row["lcp_ms"] > MAX_MS for row in figures.values()))


def game_with_bots(site: Running, browser: Browser) -> tuple[str, Sequence[Cookie]]:
    """A game of four at the person's turn, and the login's cookies."""
    context = browser.new_context(base_url=site.address)
    player = RegisteredPlayer(site, context, "bench")
    player.register()
    address = player.open_game(seats=4, bots=3, target="15")
    player.page.locator("#table[data-my-turn]").wait_for()
    cookies = context.cookies()
    context.close()
    return address, cookies


def visit(
    browser: Browser, address: str, cookies: Sequence[Cookie], window: ViewportSize, slower: float
) -> dict[str, Any]:
    """A first visit: milliseconds to the largest contentful paint, its element, the work, and the bytes by kind."""
    context = browser.new_context(viewport={"width": window["width"], "height": window["height"]})
    # Another browser of the same person.
    context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": address} for cookie in cookies])
    wire = Wire(context)
    page = context.new_page()
    page.wait_for_timeout(SETTLE_MS)
    tools = context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(address)
    page.wait_for_timeout(SETTLE_MS)
    at, element = page.evaluate(LARGEST)
    spent = {metric["name"]: metric["value"] for metric in tools.send("Performance.getMetrics")["metrics"]}
    work = {name: 1000 * spent[metric] for metric, name in WORK.items()}
    weights = wire.weights()
    requests = page.evaluate("performance.getEntriesByType('resource').length")
    context.close()
    return {"lcp_ms": at, "element": element, "work": work, "requests": requests, "weights": dict(weights)}


def figures_of(visits: Sequence[dict[str, Any]], plain: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Median and slowest visit, the ratio to the plain page, and the largest weight."""
    times = [visit["lcp_ms"] for visit in visits]
    median = statistics.median(times)
    heaviest = max((visit["weights"] for visit in visits), key=opening_bytes)
    return {
        "lcp_ms": round(median),
        "ratio_to_plain": round(median / statistics.median(visit["lcp_ms"] for visit in plain), 2),
        "slowest_ms": round(max(times)),
        "element": visits[-1]["element"],
        "work_ms": {name: round(statistics.median(visit["work"][name] for visit in visits)) for name in WORK.values()},
        "requests": visits[-1]["requests"],
        "bytes": opening_bytes(heaviest),
        "by_kind": dict(sorted(heaviest.items(), key=lambda kind: -kind[1])),
    }


if __name__ == "__main__":
    sys.exit(main())
