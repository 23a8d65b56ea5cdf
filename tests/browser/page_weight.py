"""Bytes of a page's visit, the service worker's prefetched files included."""

from collections import Counter
from collections.abc import Mapping

from playwright.sync_api import BrowserContext, Request

# Kinds that are counted together.
_KINDS = {"fetch": "other", "manifest": "other", "image": "other"}
# A table fetches these some seconds after it is ready, to draw the next turns without the server.
DRAWING = "drawing"
_DRAWING_PATHS = ("/js/table/draw/", "/drawing-words/")


class Wire:
    """Counts the bytes that a browser's pages fetch from now on; cached files count 0."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._requests: list[Request] = []
        self._open: set[Request] = set()
        context.on("request", lambda request: self._open.add(request))
        context.on("requestfailed", lambda request: self._open.discard(request))
        context.on("requestfinished", self._finished)

    def weights(self) -> Counter[str]:
        """Bytes by kind as transferred, compressed, with headers. Waits for the answers to open requests."""
        while self._open:
            self._context.wait_for_event("requestfinished")
        weights: Counter[str] = Counter()
        for request in self._requests:
            sizes = request.sizes()
            weights[_kind(request)] += sizes["responseBodySize"] + sizes["responseHeadersSize"]
        return weights

    def _finished(self, request: Request) -> None:
        self._open.discard(request)
        self._requests.append(request)


def _kind(request: Request) -> str:
    if request.service_worker:
        return "worker"
    if any(path in request.url for path in _DRAWING_PATHS):
        return DRAWING
    return _KINDS.get(request.resource_type, request.resource_type)


def opening_bytes(weights: Mapping[str, int]) -> int:
    """The bytes of a page before it fetches the modules that draw the next turns."""
    return sum(weight for kind, weight in weights.items() if kind != DRAWING)
