"""Text that is cut, and pages that scroll sideways, on narrow phones in every language.

`python -m tests.browser.cut_text [--language de ...] [--only 'table*']`: starts a site of its own, makes the scenes of
`manage.py screenshots` there, and looks at every page. Exits 1 where anything is found.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from fnmatch import fnmatch
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

from games.simulation.screenshots.pages import PAGES, PicturedPage
from tests.browser.axe import LANGUAGES, Reader, reader_of
from tests.browser.conftest import ARGUMENTS, CHROMIUM

NARROW = (360, 320)
HEIGHT = 740
FIND = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def cut_texts(page: Page, name: str) -> list[str]:
    """What is cut on the page as it is open now, and whether it scrolls sideways, a line each."""
    found: list[str] = []
    for width in NARROW:
        page.set_viewport_size(ViewportSize(width=width, height=HEIGHT))
        found += [f"{name}, {width} px: {fault}" for fault in page.evaluate(FIND)]
    return found


def cut_in(reader: Reader, pages: Sequence[PicturedPage], language: str) -> list[str]:
    """What is cut on these pages in that language, a line each."""
    window = ViewportSize(width=NARROW[0], height=HEIGHT)
    return [
        fault
        for page, tab in reader.opened(pages, language, window)
        for fault in cut_texts(tab, f"{page.name}, {language}")
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--language", nargs="+", default=LANGUAGES, choices=LANGUAGES, help="which (all)")
    parser.add_argument("--only", default="*", metavar="PATTERN", help="pages whose names fit, such as 'table*'")
    options = parser.parse_args()
    pages = [page for page in PAGES if fnmatch(page.name, options.only)]
    number = 0
    with tempfile.TemporaryDirectory(prefix="odin-cut-") as data, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        with reader_of(browser, Path(data)) as reader:
            for language in options.language:
                found = cut_in(reader, pages, language)
                number += len(found)
                print(*found, f"{language}: {len(pages)} pages, {len(found)} faults", sep="\n", flush=True)
        browser.close()
    return int(number > 0 or not pages)


if __name__ == "__main__":
    sys.exit(main())
