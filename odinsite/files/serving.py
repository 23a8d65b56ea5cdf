"""Serves static files, also those that came after this process began."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware

from odinsite.storage import HASHED


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise, which reads the folder once, at the start. During an update the folder already has the next version's
    files, and a page of a process that runs it may request them from this one.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        super().__init__(get_response)
        if not self.autorefresh:
            self.directories: list[tuple[str, str]] = [(f"{self.static_root}/", self.static_prefix)]

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        if path not in self.files and path.startswith(self.static_prefix) and HASHED.search(path):
            found = self.find_file(path)
            # Files with such names never change, so what is found is kept.
            if found is not None and not self.autorefresh:
                self.files[path] = found
        response: HttpResponseBase = super().__call__(request)
        return response

    def immutable_file_test(self, path: str, url: str) -> bool:
        """Whether the name has a hash. WhiteNoise asks whether this version uses it."""
        return url.startswith(self.static_prefix) and HASHED.search(url) is not None
