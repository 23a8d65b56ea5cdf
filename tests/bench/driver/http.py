"""HTTP as a browser speaks it: kept connections, cookies, gzip, and forms with their token."""

from __future__ import annotations

import asyncio
import gzip
import json
import ssl
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

PATIENCE_S = 60.0
TOKEN = "0123456789abcdefABCDEF0123456789"
NO_BODY = (204, 205, 304)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer. `size`: bytes that came over the wire, headers included."""

    status: int
    headers: dict[str, str]
    text: str
    size: int


@dataclass(slots=True)
class Browser:
    """A person's browser at one site, or their program, which sends a `token` instead of cookies. `network` is sent
    as a proxy would, if given.
    """

    site: str
    cookies: dict[str, str] = field(default_factory=dict)
    network: str = ""
    token: str = ""
    received: int = 0
    _idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = field(default_factory=list)

    @property
    def header(self) -> dict[str, str]:
        """The headers of requests and sockets."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        known = {"Cookie": cookies} if cookies else {}
        if self.token:
            known = {"Authorization": f"Bearer {self.token}"}
        return known | ({"X-Forwarded-For": self.network} if self.network else {})

    async def get(self, path: str, headers: dict[str, str] | None = None) -> Answer:
        return await self._ask("GET", path, headers or {}, b"")

    async def post(self, path: str, fields: list[tuple[str, str]], headers: dict[str, str] | None = None) -> Answer:
        """Send a form, following no redirect."""
        self.cookies.setdefault("csrftoken", TOKEN)
        more = {
            "Content-Type": "application/x-www-form-urlencoded",
            "X-CSRFToken": self.cookies["csrftoken"],
            "Origin": self.site,
            "Referer": self.site + path,
        }
        return await self._ask("POST", path, {**more, **(headers or {})}, urlencode(fields).encode())

    async def post_json(self, path: str, value: object) -> Answer:
        return await self._ask("POST", path, {"Content-Type": "application/json"}, json.dumps(value).encode())

    def close(self) -> None:
        for _reader, writer in self._idle:
            writer.close()
        self._idle.clear()

    async def _ask(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Answer:
        """Send a request. Raises OSError or EOFError without a whole answer."""
        host = urlsplit(self.site).netloc
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Accept-Encoding: gzip"]
        lines += [f"{name}: {value}" for name, value in (self.header | headers).items()]
        if method == "POST":
            lines.append(f"Content-Length: {len(body)}")
        request = "\r\n".join([*lines, "", ""]).encode() + body
        async with asyncio.timeout(PATIENCE_S):
            while self._idle:
                try:
                    return await self._exchange(*self._idle.pop(), request)
                except (OSError, EOFError):
                    # The server has closed an idle connection.
                    continue
            return await self._exchange(*await self._connect(), request)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        parts = urlsplit(self.site)
        secure = ssl.create_default_context() if parts.scheme == "https" else None
        return await asyncio.open_connection(parts.hostname, parts.port or (443 if secure else 80), ssl=secure)

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> Answer:
        try:
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            status, headers, cookies = _parsed(head)
            body, framing = await _body(reader, status, headers)
        except BaseException:
            writer.close()
            raise
        self.cookies |= cookies
        size = len(head) + len(body) + framing
        self.received += size
        if headers.get("connection", "").lower() == "close":
            writer.close()
        else:
            self._idle.append((reader, writer))
        if headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        return Answer(status, headers, body.decode(errors="replace"), size)


def _parsed(head: bytes) -> tuple[int, dict[str, str], dict[str, str]]:
    """Status, headers in lower case, cookies."""
    first, *lines = head.decode("latin-1").rstrip().split("\r\n")
    headers: dict[str, str] = {}
    cookies: dict[str, str] = {}
    for line in lines:
        name, _colon, value = line.partition(":")
        headers[name.lower()] = value.strip()
        if name.lower() == "set-cookie":
            cookies |= {morsel.key: morsel.value for morsel in SimpleCookie(value.strip()).values()}
    return int(first.split()[1]), headers, cookies


async def _body(reader: asyncio.StreamReader, status: int, headers: dict[str, str]) -> tuple[bytes, int]:
    """The body, and the bytes of its chunks' frames."""
    if status in NO_BODY:
        return b"", 0
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"])), 0
    pieces: list[bytes] = []
    framing = 0
    while True:
        line = await reader.readuntil(b"\r\n")
        length = int(line.split(b";")[0], 16)
        piece = await reader.readexactly(length + 2)
        framing += len(line) + 2
        if not length:
            return b"".join(pieces), framing
        pieces.append(piece[:-2])
