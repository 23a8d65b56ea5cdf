"""Tables to play at: made by the site's own forms, or read from a file of an earlier run."""

from __future__ import annotations

import asyncio
import email
import email.policy
import json
import re
import secrets
import time
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path
from typing import TypedDict

from tests.bench.driver.http import Answer, Browser
from tests.password import PASSWORD

SEATS = 4
# The longest game there is.
TARGET = "30"
# A login holds 40 sockets, and a person opens 20 games in ten minutes.
TABLES_OF_FOUR = 40
MAIL_S = 120.0
CROWDED_S = 15.0
GAME = re.compile(r"/g/(\w+)/")
INVITATION = re.compile(r"/i/([\w-]+)/")
CONFIRMATION = re.compile(r"https?://[^/\s]+(/\S*confirm-email/\S+)")


class Table(TypedDict):
    """A running game, and each seat's cookies in the order of seats."""

    game: str
    cookies: list[dict[str, str]]


def network_of(number: int) -> str:
    """A person's address, a network for each hundred."""
    return f"10.{number // 100 % 200}.{number // 20000}.{number % 100 + 1}"


def tables_read(path: Path) -> list[Table]:
    found: list[Table] = json.loads(path.read_text(encoding="utf-8"))
    return found


def tables_write(path: Path, tables: Sequence[Table]) -> None:
    path.write_text(json.dumps(tables), encoding="utf-8")
    path.chmod(0o600)


async def tables_open(site: str, count: int, mails: Path, *, proxied: bool) -> list[Table]:
    """Sign up four people for each forty tables, and start private games among them by the forms."""
    tables: list[Table] = []
    while len(tables) < count:
        first = len(tables) // TABLES_OF_FOUR * SEATS
        people = [
            Browser(site, network=network_of(100 * (first + number)) if proxied else "") for number in range(SEATS)
        ]
        await asyncio.gather(*(sign_up(person, mails) for person in people))
        for number in range(min(TABLES_OF_FOUR, count - len(tables))):
            hosts_first = people[number % SEATS :] + people[: number % SEATS]
            tables.append(await _table_open(hosts_first))
        for person in people:
            person.close()
    return tables


async def sign_up(person: Browser, mails: Path) -> None:
    """Create an account and confirm its address by the mailed link, which logs in."""
    handle = f"bench-{secrets.token_hex(5)}"
    address = f"{handle}@example.org"
    fields = [("username", handle), ("email", address), ("password1", PASSWORD)]
    await _sent(person, "/accounts/signup/", fields)
    path = await _mailed_link(mails, address)
    await _sent(person, path, [])
    if "sessionid" not in person.cookies:
        raise RuntimeError(f"{handle} was not logged in by the confirmation")


async def _mailed_link(mails: Path, address: str) -> str:
    """The path of the confirmation, from the files to which the site writes its emails."""
    since = time.time() - 60
    deadline = time.monotonic() + MAIL_S
    while time.monotonic() < deadline:
        for file in mails.glob("*.log"):
            if file.stat().st_mtime < since:
                continue
            for text in re.split(r"^-{70,}$", file.read_text(), flags=re.MULTILINE):
                mail = email.message_from_string(text.strip(), policy=email.policy.default)
                if mail["To"] == address and (found := CONFIRMATION.search(str(mail.get_body(("plain",))))):
                    return found[1]
        await asyncio.sleep(0.5)
    raise RuntimeError(f"no mail to {address} came to {mails}")


async def _table_open(people: Sequence[Browser]) -> Table:
    host, *others = people
    new = [("seats", str(SEATS)), ("target", TARGET), ("visibility", "private"), ("pace", "1d")]
    made = await _sent(host, "/games/new/", [*new, ("timeout_action", "pass"), ("next_leader", "left")])
    found = GAME.search(made.headers.get("location", ""))
    if found is None:
        raise RuntimeError(f"no game was made: {made.status}")
    game = found[1]
    room = await host.get(f"/g/{game}/")
    link = INVITATION.search(room.text)
    if link is None:
        raise RuntimeError("the waiting room shows no link")
    for person in others:
        await _sent(person, f"/g/{game}/join/", [("token", link[1])])
    # Without scripts they decline to contribute to the deal; so the game has started.
    return Table(game=game, cookies=[dict(person.cookies) for person in people])


async def _sent(person: Browser, path: str, fields: list[tuple[str, str]]) -> Answer:
    """Send a form that redirects; wait if the site answers that it is busy. Raises RuntimeError if it is refused."""
    while True:
        answer = await person.post(path, fields)
        if answer.status != HTTPStatus.TOO_MANY_REQUESTS:
            break
        await asyncio.sleep(CROWDED_S)
    if answer.status != HTTPStatus.FOUND:
        words = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text))[:300]
        raise RuntimeError(f"{path} answers {answer.status}: {words}")
    return answer
