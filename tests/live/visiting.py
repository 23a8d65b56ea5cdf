"""A browser without scripts at a running site: keeps cookies, and sends forms with their token."""

from __future__ import annotations

from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from tests.password import PASSWORD

PATIENCE_S = 60.0


class Visit:
    def __init__(self, address: str) -> None:
        """`address` is without scheme."""
        self.site = f"http://{address}"
        self.cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> tuple[int, str]:
        """The status and text of a page, after redirects."""
        return self._open(Request(self.site + path))

    def post(self, path: str, **fields: Any) -> tuple[int, str]:
        """Send a form; `fields` may be lists. Status and text, after redirects."""
        if not self._cookie("csrftoken"):
            self.get("/accounts/login/")
        body = urlencode({"csrfmiddlewaretoken": self._cookie("csrftoken"), **fields}, doseq=True)
        return self._open(Request(self.site + path, body.encode(), {"Referer": self.site + path}))

    def log_in(self, handle: str, password: str = PASSWORD) -> tuple[int, str]:
        return self.post("/accounts/login/", login=handle, password=password)

    @property
    def header(self) -> dict[str, str]:
        """The headers of a web socket of this browser."""
        return {"Cookie": "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)}

    def _cookie(self, name: str) -> str:
        return next((cookie.value or "" for cookie in self.cookies if cookie.name == name), "")

    def _open(self, request: Request) -> tuple[int, str]:
        try:
            with self._opener.open(request, timeout=PATIENCE_S) as response:
                return response.status, response.read().decode(errors="replace")
        except HTTPError as error:
            with error:
                return error.code, error.read().decode(errors="replace")
