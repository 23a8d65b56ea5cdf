"""`python -m tests.bench.kills`: the effect of a kill -9 of each process and server on 20 running games."""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.bench.kills.listeners import Listener
from tests.bench.kills.programs import Book, Prober, Program, Turn
from tests.bench.kills.victims import VICTIMS, Site

# Seconds before the first kill, and at least after each.
WARM_S, SHORTEST_S = 15.0, 10.0
# Seconds after which the next kill comes even if games do not go on.
LONGEST_S = 75.0
TICK_S = 0.5
DO = "from tests.bench.kills.rows import {name} as ask; result = ask({arguments})"


@dataclass(frozen=True, slots=True)
class Kill:
    """A kill's effect; times in seconds.

    `turns_halt`: the longest time without an acknowledged turn in any game, `game_halt`: in one game, `pages_halt`:
    without an answered page. `stuck`: games that did not go on.
    """

    victim: str
    found: bool
    site_ended: bool
    turns_halt: float
    game_halt: float
    pages_halt: float
    stuck: int


class Play:
    def __init__(self, site: Site, games: int, seed: int) -> None:
        self.site = site
        rng = random.Random(seed)
        self.book = Book(site.port)
        self.over = threading.Event()
        self.tables = site.running.do(DO.format(name="tables_make", arguments=games))
        # An open connection would count as a user of the servers and keep them up.
        site.running.shell_close()
        chances = [random.Random(rng.getrandbits(32)) for _each in range(2 * games)]
        self.programs = [Program(table, self.book, self.over, chances.pop()) for table in self.tables]
        self.listeners = [Listener(table, self.book, self.over, chances.pop()) for table in self.tables]
        session = next(iter(self.tables[0]["sessions"].values()))
        self.prober = Prober(self.book, session, self.over)

    def __enter__(self) -> Play:
        for thread in (*self.programs, *self.listeners, self.prober):
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        for thread in (*self.programs, *self.listeners, self.prober):
            thread.join(60)

    def gone_on(self, since: float) -> set[str]:
        """The games with a turn acknowledged since then."""
        return {turn.game for turn in self.book.acknowledged if turn.at > since}

    def playing(self) -> set[str]:
        return {program.table["game"] for program in self.programs if not program.ended}

    def kill(self, victim: str) -> Kill:
        """Kill the victim, restart the site if it ended, and wait until all games go on."""
        found = self.site.kill(victim)
        at = time.monotonic()
        ended = False
        while time.monotonic() - at < LONGEST_S:
            if not ended and self.site.has_ended():
                ended = True
                self.site.revive()
            if time.monotonic() - at > SHORTEST_S and self.playing() <= self.gone_on(at + TICK_S):
                break
            time.sleep(TICK_S)
        return self._figures(victim, at, found=found, ended=ended)

    def hung(self) -> set[str]:
        """The games that do not go on after the last kill."""
        at = time.monotonic()
        while time.monotonic() - at < LONGEST_S and not self.playing() <= self.gone_on(at):
            time.sleep(TICK_S)
        return self.playing() - self.gone_on(at)

    @staticmethod
    def _halt_of(game: str, turns: list[Turn], since: float, until: float) -> float:
        return halt([turn.at for turn in turns if turn.game == game], since, until)

    def _figures(self, victim: str, at: float, *, found: bool, ended: bool) -> Kill:
        now = time.monotonic()
        turns = list(self.book.acknowledged)
        return Kill(
            victim=victim,
            found=found,
            site_ended=ended,
            turns_halt=halt([turn.at for turn in turns], at, now),
            game_halt=max((self._halt_of(game, turns, at, now) for game in self.playing()), default=0.0),
            pages_halt=halt(self.prober.answered, at, now),
            stuck=len(self.playing() - self.gone_on(at)),
        )


def halt(times: list[float], since: float, until: float) -> float:
    """The longest pause between two of the times, from the last one before `since` on."""
    before = [at for at in times if at <= since]
    points = [max(before, default=since), *(at for at in times if since < at <= until), until]
    return round(max(later - sooner for sooner, later in pairwise(points)), 1)


def compared(book: Book, stored: list[dict[str, Any]]) -> dict[str, int]:
    """Turns acknowledged, and of these lost; turns stored twice, or never sent."""
    rows = {(row["game"], row["version"] - 1, row["seat"], row["turn"].partition("<")[0]): row for row in stored}
    steps = [(row["game"], row["version"]) for row in stored]
    sent = {key_of(turn) for turn in book.sent}
    by_players = [key for key, row in rows.items() if row["by"] == "player"]
    return {
        "sent": len(book.sent),
        "acknowledged": len(book.acknowledged),
        "lost": sum(key_of(turn) not in rows for turn in book.acknowledged),
        "doubled": len(steps) - len(set(steps)) + sum(key not in sent for key in by_players),
        "stored": len(stored),
        "by bots": sum(row["by"] == "bot" for row in stored),
    }


def key_of(turn: Turn) -> tuple[str, int, int, str]:
    return turn.game, turn.version, turn.seat, turn.play


def measure(games: int, seed: int, folder: Path) -> dict[str, Any]:
    site = Site(folder)
    try:
        with Play(site, games, seed) as play:
            time.sleep(WARM_S)
            kills = [play.kill(victim) for victim in VICTIMS]
            hung = play.hung()
        stored = site.running.do(DO.format(name="turns_stored", arguments=""))
        faults = site.running.do(DO.format(name="faults", arguments=""))
    finally:
        site.end()
    return {
        "kills": [asdict(kill) for kill in kills],
        **compared(play.book, stored),
        "hung": len(hung),
        "unsound records": len(faults),
        "finished games": games - len(play.playing()),
        "answers": {str(status): count for status, count in sorted(play.book.answers.items())},
        "connections that failed": play.book.errors,
        "sockets opened": sum(len(each.opened) for each in play.listeners),
        "messages heard": sum(len(each.heard) for each in play.listeners),
    }


def table(found: dict[str, Any]) -> str:
    lines = [
        "| killed | the site | no turn in any game | no turn in one game | no page | stuck games |",
        "| --- " * 6 + "|",
    ]
    for kill in found["kills"]:
        fate = "ended, started by hand" if kill["site_ended"] else "went on" if kill["found"] else "not found"
        halts = " | ".join(f"{kill[name]} s" for name in ("turns_halt", "game_halt", "pages_halt"))
        lines.append(f"| {kill['victim']} | {fate} | {halts} | {kill['stuck']} |")
    return "\n".join([*lines, "", *(f"{name}: {value}" for name, value in found.items() if name != "kills")])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.kills", description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="how many games are played (20)")
    parser.add_argument("--seed", type=int, default=7, help="seed of the turns (7); deals stay random")
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="odin-kills-") as folder:
        found = measure(options.games, options.seed, Path(folder))
    print(json.dumps(found) if options.json else table(found))
    return 1 if found["lost"] or found["doubled"] or found["hung"] or found["unsound records"] else 0


if __name__ == "__main__":
    sys.exit(main())
