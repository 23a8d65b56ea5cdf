"""Seats that act as a game's page does (odinsite/static/odin/js/table): one part at a time, and only if needed."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from games.engine.cards import parse_cards
from tests.bench.driver.http import Answer
from tests.bench.driver.seats import Listening, SocketSeat, legal_turns

FACTS = re.compile(r'<script id="table-facts" type="application/json">(.*?)</script>')
HELD = re.compile(r'name="card" value="(\w\d)"')
TAG = re.compile(r'<div id="table"[^>]*>')
RESULT = re.compile(r'id="hand-over" data-hand="(\d+)"')


@dataclass
class Shown:
    """The state of the page: public facts, and the reader's cards."""

    to_act: int
    table: list[str]
    owner: int | None
    hand: list[str]
    me: int

    def take(self, event: dict[str, Any]) -> None:
        """Draw a turn."""
        cards, _arrow, took = str(event["turn"]).partition("<")
        self.to_act = event["to_act"]
        if cards != "pass":
            played = [str(card) for card in parse_cards(cards)]
            self.table, self.owner = played, event["seat"]
            if event["seat"] == self.me:
                self.hand = [card for card in self.hand if card not in played] + [took] * bool(took)
        elif self.to_act == self.owner:
            self.table, self.owner = [], None

    def take_deal(self, event: dict[str, Any]) -> None:
        """Draw the next hand."""
        self.to_act, self.table, self.owner = event["to_act"], [], None
        self.hand = re.findall("..", event["cards"])

    @property
    def legal(self) -> list[str]:
        if self.to_act != self.me:
            return []
        return legal_turns(self.hand, self.table)


class PageSeat(SocketSeat):
    """A reader with scripts, who leaves a hand's result immediately."""

    _shown: Shown | None = None
    _etag = ""
    _fetching: asyncio.Task[None] | None = None
    _wanted = 0
    _again = False

    async def open(self, table: Listening) -> None:
        self.table = table
        self._read(await self.browser.get(f"/g/{self.game}/"))
        await self._connect(f"/ws/games/{self.game}/page/?lang=en")
        self._again = True
        await self._hear(await self._socket.recv())
        if self._fetching is not None:
            await self._fetching
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._look())]

    def _note(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "refused" | "error":
                self.table.failed(f"refused: {message['error']}")
            case "turn" | "hand" if ("sizes" in message or "left" in message) and self._follows(message):
                self._draw(message)
            case kind:
                self._again |= kind in {"seat", "game"} and message.get("version") == self.version
                self._wanted = max(self._wanted, message.get("version", 0))
                if self._fetching is None:
                    self._fetching = asyncio.create_task(self._fetch())

    def _follows(self, message: dict[str, Any]) -> bool:
        return message["version"] == self.version + 1 and self._shown is not None

    def _draw(self, message: dict[str, Any]) -> None:
        assert self._shown is not None
        if message["type"] == "hand":
            self.browser.cookies["seen_hand"] = str(message["number"])
            self._shown.take_deal(message)
        else:
            self._shown.take(message)
        self._etag = ""
        self.legal = self._shown.legal
        self.reach(message["version"])

    async def _fetch(self) -> None:
        try:
            while self._again or self.version < self._wanted:
                self._again = False
                self._read(await self._part())
        except (OSError, EOFError, RuntimeError) as error:
            self.table.failed(str(error) or type(error).__name__)
        finally:
            self._fetching = None

    async def _part(self) -> Answer:
        known = {"If-None-Match": self._etag} if self._etag else {}
        return await self.browser.get(f"/g/{self.game}/part/", {"X-Requested-With": "fetch", **known})

    def _read(self, answer: Answer) -> None:
        """Read the table in the answer. Raises RuntimeError for one without."""
        if answer.status == HTTPStatus.NOT_MODIFIED:
            return
        found = TAG.search(answer.text)
        if answer.status != HTTPStatus.OK or found is None:
            raise RuntimeError(f"no table: {answer.status}")
        tag = found[0]
        self._etag = answer.headers.get("etag", "")
        result = RESULT.search(answer.text)
        if result is not None:
            # The part holds what the result hides.
            self.browser.cookies["seen_hand"] = result[1]
            self._etag = ""
        facts = FACTS.search(answer.text)
        self._shown = self._drawn(json.loads(facts[1]), answer.text) if facts is not None else None
        self.legal = self._shown.legal if self._shown is not None else []
        self.over |= " data-over" in tag
        version = re.search(r'data-version="(\d+)"', tag)
        self.reach(int(version[1]) if version is not None else 0)

    def _drawn(self, facts: dict[str, Any], page: str) -> Shown:
        # The last, as the one before is hidden by a result.
        held = page.rsplit('id="hand"', 1)[1].split("</fieldset>", 1)[0] if 'id="hand"' in page else ""
        return Shown(facts["to_act"], facts["table"], facts["owner"], HELD.findall(held), facts["me"])
