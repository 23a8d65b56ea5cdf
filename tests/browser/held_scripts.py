"""Scripts that come late, as on a slow line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Route


@contextmanager
def script_held(page: Page, script: str) -> Iterator[None]:
    """Withhold a page's script, which the block requests, until the block ends. `script`: a pattern of its address."""
    held = list[Route]()
    page.route(script, lambda route: held.append(route), times=1)
    with page.expect_request(script):
        yield
    for route in held:
        route.continue_()
