"""A bot for Odin by web, to start your own from. It needs Python 3.11 and `pip install websockets`.

    ODIN_TOKEN=odin_… python odin_bot.py https://odin.example.org --bots skald,jarl --games 2
    ODIN_TOKEN=odin_… python odin_bot.py https://odin.example.org --serve --games 100

It creates private games against bots of the site, and plays them over web sockets. With --serve, for the account of a
bot, it plays what others want: challenges, games that it has joined, and rated games that the site begins. Lost
connections and restarts of the site cost no turn: it comes back with the version that it knows, and gets what it
missed. A turn names the version that it was chosen for, so the site never takes it twice.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from threading import Thread
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]
# The answers after which it makes sense to ask again, and the close codes after which it makes none.
BUSY = {429, 502, 503, 504}
NO_MORE = {4401, 4404}
PATIENCE_S = 30.0
# How long to wait for news before looking for games anyway.
LOOK_S = 10.0
# How long to wait with the turns of a game while all games together have too many in a minute.
TOO_FAST_S = 5.0


def choose(legal: list[str], state: Json) -> str:
    """Your bot's turn: one of the legal ones. `state` has what a view has. This bot plays most cards, lowest first."""
    plays = [turn for turn in legal if turn != "pass"]
    return min(plays, key=lambda turn: (-len(turn.partition("<")[0]), turn[1]), default="pass")


def pauses() -> Iterator[float]:
    """Seconds to wait before each next try, for some ten minutes."""
    for number in range(70):
        yield min(0.5 * 2**number, 10.0)


class Refused(Exception):
    """The site refused a request for good. `problem` is its answer."""

    def __init__(self, problem: Json) -> None:
        super().__init__(problem.get("detail", problem))
        self.problem = problem


class Site:
    def __init__(self, address: str, token: str) -> None:
        self.address = address.rstrip("/")
        self.headers = {"Authorization": f"Bearer {token}"}

    def get(self, path: str) -> Json:
        return self.post(path, None)

    def post(self, path: str, body: Json | None, **headers: str) -> Json:
        """Send a request, again after pauses while the site is away or busy. Raises Refused."""
        data = None if body is None else json.dumps(body).encode()
        sent = {**self.headers, "Content-Type": "application/json", **headers}
        for pause in pauses():
            try:
                request = Request(f"{self.address}/api/v1/{path}", data, sent)
                with urlopen(request, timeout=PATIENCE_S) as answer:
                    found: Json = json.load(answer)
                    return found
            except HTTPError as error:
                if error.status not in BUSY:
                    raise Refused(json.load(error)) from error
                time.sleep(float(error.headers.get("Retry-After", pause)))
            except (OSError, HTTPException):
                time.sleep(pause)
        raise TimeoutError("The site is away.")

    def socket(self, path: str) -> ClientConnection:
        return connect(
            f"ws{self.address.removeprefix('http')}/ws/{path}",
            additional_headers=self.headers,
            open_timeout=PATIENCE_S,
        )


class Game:
    """A game, as far as this bot has heard of it. `taken` has its turns by the version after them."""

    def __init__(self, site: Site, public_id: str) -> None:
        self.site = site
        self.public_id = public_id
        self.state: Json = {}
        self.chosen: tuple[int, str] = (0, "")
        self.taken: dict[int, str] = {}
        self.dropped = 0

    def play(self) -> None:
        """Play until the game is over. Raises Refused or TimeoutError."""
        waits = pauses()
        while not self.is_over:
            try:
                since = f"?since={self.state['version']}" if self.state else ""
                with self.site.socket(f"games/{self.public_id}/{since}") as socket:
                    waits = pauses()
                    self._follow(socket)
            except (OSError, WebSocketException) as error:
                if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code in NO_MORE:
                    raise
                self.dropped += 1
                time.sleep(next(waits))

    @property
    def is_over(self) -> bool:
        return self.state.get("status") in ("finished", "cancelled")

    def _follow(self, socket: ClientConnection) -> None:
        """Follow until the game is over. At a new connection the last turn is sent again, as it may have been lost."""
        sent = 0
        while not self.is_over:
            message = json.loads(socket.recv())
            if message.get("error") == "bot_too_fast":
                time.sleep(TOO_FAST_S)
                sent = 0
            else:
                self._hear(message)
            if self._is_mine() and self.state["version"] != sent:
                sent = self.state["version"]
                socket.send(json.dumps({"type": "turn", "version": sent, "turn": self._turn()}))

    def _hear(self, message: Json) -> None:
        """Take the message into the state: a view is the whole of it, and events have the fields that changed."""
        if message["type"] == "refused":
            if "view" not in message:
                raise Refused(message)
            message = message["view"]
        if message["type"] == "view":
            self.state = message
        elif message["type"] in ("turn", "hand", "game", "seat") and message["version"] >= self.state["version"]:
            self._change(message)

    def _change(self, event: Json) -> None:
        if event["type"] == "turn" and event["seat"] == self.state.get("my_seat") and event["by"] == "player":
            self.taken[event["version"]] = event["turn"]
        you = event.get("you")
        if you is not None:
            self.state |= {"my_cards": you["cards"], "legal": you["legal"]}
        kept = ("version", "status", "to_act", "table", "sizes", "points")
        self.state |= {name: event[name] for name in kept if name in event}

    def _is_mine(self) -> bool:
        return self.state.get("status") == "running" and bool(self.state.get("legal"))

    def _turn(self) -> str:
        """The turn to send, which stays the same at the same version."""
        if self.chosen[0] != self.state["version"]:
            self.chosen = (self.state["version"], choose(self.state["legal"], self.state))
        return self.chosen[1]


def new_game(site: Site, bots: list[str]) -> Game:
    """Create a private game, which starts with this bot's bytes for its deal."""
    body = {"seats": len(bots) + 1, "bots": bots, "target": None, "visibility": "private", "pace": "1d"}
    # With the key, a request that is repeated after a lost answer makes no second game.
    return Game(site, site.post("games", body, **{"Idempotency-Key": secrets.token_hex(8)})["id"])


def play(game: Game) -> None:
    """Add this bot's bytes to the game's deal, play until it is over, and print what was played."""
    try:
        game.site.post(f"games/{game.public_id}/contribution", {"contribution": secrets.token_hex(16)})
    except Refused as refused:
        # An earlier try arrived, or the game has started.
        if refused.problem["error"] not in ("already_answered", "not_open"):
            raise
    game.play()
    told = {"game": game.public_id, "status": game.state["status"], "points": game.state["points"]}
    sys.stdout.write(json.dumps({**told, "turns": game.taken, "dropped": game.dropped}) + "\n")
    sys.stdout.flush()


def serve(site: Site, number: int) -> None:
    """Take all challenges, and play all of the account's games side by side, until so many are over."""
    games: dict[str, Thread] = {}
    waits = pauses()
    while sum(not thread.is_alive() for thread in games.values()) < number:
        try:
            with site.socket("me/") as socket:
                waits = pauses()
                while sum(not thread.is_alive() for thread in games.values()) < number:
                    take_up(site, games)
                    # News of a game that this bot plays needs no look.
                    with suppress(TimeoutError):
                        while json.loads(socket.recv(timeout=LOOK_S)).get("game") in games:
                            pass
        except (OSError, WebSocketException) as error:
            if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code in NO_MORE:
                raise
            time.sleep(next(waits))


def take_up(site: Site, games: dict[str, Thread]) -> None:
    """Accept the challenges to this bot, and play each game of its own that is not yet among `games`."""
    name = site.get("me")["username"]
    for challenge in site.get("challenges")["challenges"]:
        if challenge["to"] == name:
            # It may be taken back, or full.
            with suppress(Refused):
                site.post(f"challenges/{challenge['game']['id']}/accept", {})
    for status in ("open", "running"):
        for found in site.get(f"games?mine=true&status={status}")["games"]:
            if found["id"] not in games:
                games[found["id"]] = Thread(target=play, args=[Game(site, found["id"])], daemon=True)
                games[found["id"]].start()


def main() -> None:
    parser = argparse.ArgumentParser(description="A bot for Odin by web.")
    parser.add_argument("site", help="the site's address")
    parser.add_argument("--bots", default="skald", help="the opponents, such as skald,jarl (skald)")
    parser.add_argument("--games", type=int, default=1, help="how many games (1)")
    parser.add_argument("--serve", action="store_true", help="play the games that others want")
    options = parser.parse_args()
    site = Site(options.site, os.environ["ODIN_TOKEN"])
    if options.serve:
        serve(site, options.games)
        return
    for _number in range(options.games):
        play(new_game(site, options.bots.split(",")))


if __name__ == "__main__":
    main()
