"""What comes over the wire when a page is visited: everything, the files that the service worker keeps included."""

from collections import Counter

from playwright.sync_api import BrowserContext, Request

# Kinds that one would look for under one name.
_KINDS = {"fetch": "other", "manifest": "other", "image": "other"}


class Wire:
    """Counts what a browser's pages fetch from now on; what lies in its cache already costs nothing."""

    def __init__(self, context: BrowserContext) -> None:
        self._requests: list[Request] = []
        context.on("requestfinished", lambda request: self._requests.append(request))

    def weights(self) -> Counter[str]:
        """Bytes by kind, compressed as they travelled, with the answers' headers."""
        weights: Counter[str] = Counter()
        for request in self._requests:
            sizes = request.sizes()
            kind = "worker" if request.service_worker else _KINDS.get(request.resource_type, request.resource_type)
            weights[kind] += sizes["responseBodySize"] + sizes["responseHeadersSize"]
        return weights
