"""Lets two people use a site behind its proxy."""

from __future__ import annotations

import asyncio
import json
import re
import ssl
import time
from email import message_from_bytes, policy
from email.message import EmailMessage
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, HTTPSHandler, Request, build_opener

from websockets.asyncio.client import ClientConnection, connect

from tests.password import PASSWORD

PATIENCE_S = 90.0


class Forms(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, list[tuple[str, str]]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if tag == "form":
            self.found.append((known.get("action") or "", []))
        elif tag == "input" and self.found and "name" in known:
            pressed = known.get("type") not in ("radio", "checkbox") or "checked" in known
            if pressed:
                self.found[-1][1].append((known["name"] or "", known.get("value") or ""))


class Person:
    """A browser without scripts that trusts one authority."""

    def __init__(self, handle: str, address: str, trusted: str) -> None:
        self.handle = handle
        self.address = address
        self.trust = ssl.create_default_context(cafile=trusted)
        self.cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.cookies), HTTPSHandler(context=self.trust))

    def get(self, path: str) -> tuple[str, str]:
        """Return the final address and text."""
        return self._open(Request(urljoin(self.address, path)))

    def status(self, path: str, **headers: str) -> int:
        request = Request(urljoin(self.address, path), headers={k.replace("_", "-"): v for k, v in headers.items()})
        try:
            with self._opener.open(request, timeout=PATIENCE_S) as answer:
                return int(answer.status)
        except HTTPError as error:
            with error:
                return error.code

    def press(self, path: str, action: str, **changes: str) -> tuple[str, str]:
        """Fill in and send the first form whose address contains `action`."""
        at, page = self.get(path)
        forms = [(urljoin(at, leads), fields) for leads, fields in Forms(page).found]
        leads, fields = next(((leads, fields) for leads, fields in forms if action in leads), ("", []))
        assert leads, f"{at} has no form that leads to {action}, only to {[leads for leads, _fields in forms]}"
        kept = [(name, value) for name, value in fields if name not in changes]
        body = urlencode([*kept, *changes.items()]).encode()
        return self._open(Request(leads, body, {"Referer": at}))

    async def socket(self, path: str) -> ClientConnection:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        return await connect(
            self.address.replace("https", "wss") + path,
            ssl=self.trust,
            additional_headers={"Cookie": cookies, "Origin": self.address},
            proxy=None,
        )

    def _open(self, request: Request) -> tuple[str, str]:
        with self._opener.open(request, timeout=PATIENCE_S) as answer:
            return answer.url, answer.read().decode()


class Letters:
    """A mail server; aiosmtpd calls `handle_DATA` for each email."""

    def __init__(self) -> None:
        self.taken: list[EmailMessage] = []

    async def handle_DATA(self, _server: object, _session: object, envelope: Any) -> str:  # noqa: N802 # aiosmtpd's name
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.taken.append(letter)
        return "250 taken"

    def link(self, address: str, part: str) -> str:
        """Wait for the email and return its link."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            if found := self.links(part, address):
                return found[0]
            time.sleep(0.2)
        raise AssertionError(f"no mail to {address} with a link to {part}")

    def links(self, part: str, address: str = "") -> list[str]:
        found = []
        for letter in self.taken:
            body = letter.get_body(("plain",))
            text = str(body.get_content()) if body is not None and address in str(letter["To"]) else ""
            found += re.findall(rf"https://\S*{part}\S*", text)
        return found


def sign_up(person: Person, letters: Letters) -> None:
    email = f"{person.handle}@example.org"
    person.press("/accounts/signup/", "/accounts/signup/", username=person.handle, email=email, password1=PASSWORD)
    link = letters.link(email, "/confirm-email/")
    person.press(link, "/confirm-email/")
    if person.get("/settings/")[0] != f"{person.address}/settings/":
        person.press("/accounts/login/", "/accounts/login/", login=person.handle, password=PASSWORD)
    assert person.get("/settings/")[0] == f"{person.address}/settings/", "the login did not hold"


def sit_down(host: Person, guest: Person) -> str:
    """Start a game; return its path."""
    at, _page = host.press("/games/new/", "/games/new/", seats="2", visibility="public")
    path = at.removeprefix(host.address)
    guest.press(path, f"{path}join/")
    deadline = time.monotonic() + PATIENCE_S
    while not any(f"{path}turn/" in person.get(path)[1] for person in (host, guest)):
        assert time.monotonic() < deadline, "the game did not begin"
        time.sleep(0.5)
    return path


async def play(people: list[Person], path: str, turns: int) -> list[str]:
    """Take turns through the pages; the other player gets each over the socket."""
    sockets = [await person.socket(f"/ws/games/{path.split('/')[2]}/") for person in people]
    views = [await _until(socket, lambda told: bool(told.get("my_cards"))) for socket in sockets]
    legal = [view.get("legal") or [] for view in views]
    version, taken = views[0]["version"], []
    for _number in range(turns):
        acting = next(at for at, choices in enumerate(legal) if choices)
        text = str(legal[acting][0])
        await asyncio.to_thread(_turn, people[acting], path, str(version), text)
        for at, socket in enumerate(sockets):
            told = await _until(socket, lambda told: told.get("type") == "turn")
            assert told["turn"] == text, told
            legal[at], version = told["you"]["legal"], told["version"]
        taken.append(text)
    for socket in sockets:
        await socket.close()
    return taken


def _turn(person: Person, path: str, version: str, text: str) -> None:
    cards, _arrow, pickup = text.partition("<")
    person.press(path, f"{path}turn/", version=version, play=cards, pickup=pickup, sure="1")


async def _until(socket: ClientConnection, met: Any) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            told: dict[str, Any] = json.loads(await socket.recv())
            if met(told):
                return told
