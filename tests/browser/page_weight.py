"""Bytes of a page's visit, the service worker's prefetched files included."""

from collections import Counter

from playwright.sync_api import BrowserContext, Request

# Kinds counted under one name.
_KINDS = {"fetch": "other", "manifest": "other", "image": "other"}


class Wire:
    """Counts what a browser's pages fetch from now on; cached files count 0."""

    def __init__(self, context: BrowserContext) -> None:
        self._requests: list[Request] = []
        context.on("requestfinished", lambda request: self._requests.append(request))

    def weights(self) -> Counter[str]:
        """Bytes by kind as transferred, compressed, with headers."""
        weights: Counter[str] = Counter()
        for request in self._requests:
            sizes = request.sizes()
            kind = "worker" if request.service_worker else _KINDS.get(request.resource_type, request.resource_type)
            weights[kind] += sizes["responseBodySize"] + sizes["responseHeadersSize"]
        return weights
