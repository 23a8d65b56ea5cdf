"""Ways to play at a server: over which seats, and at which games."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.bench.compare.servers import Peer, Server, Site
from tests.bench.driver.http import Browser
from tests.bench.driver.load import GameTable, Hall
from tests.bench.driver.measuring import SPARE
from tests.bench.driver.page_seats import PageSeat
from tests.bench.driver.peer_seats import PeerSeat, matches_open
from tests.bench.driver.seats import InterfaceSeat, SocketSeat
from tests.bench.driver.tables import SEATS, Table, network_of, tables_open

# Of a table, its number, and the seat's.
SeatOf = Callable[[Table, int, int], SocketSeat]


@dataclass(slots=True)
class Games:
    """Running games; `more` starts others. Where they are `played_on`, they go on from run to run until they are over;
    otherwise each run has new ones.
    """

    more: Callable[[int], Awaitable[list[Table]]]
    played_on: bool
    running: list[Table] = field(default_factory=list)

    async def take(self, playing: int, connected: int = 0) -> list[Table]:
        """Games: first those that will play, then others that may take over or are only connected."""
        count = max(playing + -(-playing // SPARE), connected // SEATS)
        if len(self.running) < count:
            self.running += await self.more(count - len(self.running))
        return self.running[:count]


@dataclass(frozen=True, slots=True)
class Way:
    server: Server
    games: Games
    seat_of: SeatOf

    @asynccontextmanager
    async def hall(self, tables: list[Table], playing: int, rng: random.Random) -> AsyncIterator[Hall]:
        """A hall to be opened; it is closed afterwards. The first tables play."""
        halls = [
            GameTable([self.seat_of(table, number, seat) for seat in range(SEATS)], random.Random(rng.getrandbits(32)))
            for number, table in enumerate(tables)
        ]
        hall = Hall(halls[:playing], halls[playing:])
        yield hall
        await hall.close()
        over = [table for table, played in zip(tables, halls, strict=True) if played.over]
        gone = over if self.games.played_on else tables[:playing]
        self.games.running = [table for table in self.games.running if table not in gone]


def site_ways(site: Site) -> dict[str, Way]:
    """Ways to play at our site: by socket, by the page, and by socket at all web processes."""
    addresses = [program.address for program in site.web]

    def browser(table: Table, number: int, seat: int, webs: int) -> Browser:
        return Browser(addresses[number % webs], dict(table["cookies"][seat]), network_of(SEATS * number + seat))

    def by_socket(webs: int) -> SeatOf:
        return lambda table, number, seat: SocketSeat(browser(table, number, seat, webs), table["game"])

    def by_page(table: Table, number: int, seat: int) -> SocketSeat:
        return PageSeat(browser(table, number, seat, 1), table["game"])

    tokens: dict[str, str] = {}

    def by_interface(table: Table, number: int, seat: int) -> SocketSeat:
        token = tokens[table["cookies"][seat]["sessionid"]]
        return InterfaceSeat(
            Browser(addresses[0], network=network_of(SEATS * number + seat), token=token), table["game"]
        )

    async def opened(count: int) -> list[Table]:
        tables = await tables_open(addresses[0], count, site.folder.mail, proxied=True)
        sessions = list(dict.fromkeys(cookies["sessionid"] for table in tables for cookies in table["cookies"]))
        tokens.update(zip(sessions, await asyncio.to_thread(site.tokens, sessions), strict=True))
        return tables

    games = Games(opened, played_on=True)
    ways: dict[str, SeatOf] = {
        "socket": by_socket(1), "page": by_page, "interface": by_interface, "two": by_socket(len(addresses)),
    }  # fmt: skip
    return {name: Way(site, games, seat_of) for name, seat_of in ways.items()}


def peer_way(peer: Peer) -> Way:
    address = peer.web[0].address

    def seat_of(table: Table, _number: int, seat: int) -> SocketSeat:
        return PeerSeat(Browser(address), table["game"], seat, table["cookies"][seat]["credentials"])

    # Its turns cost more in older games.
    return Way(peer, Games(lambda count: matches_open(address, count), played_on=False), seat_of)
