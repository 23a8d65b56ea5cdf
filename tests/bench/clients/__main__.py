"""`python -m tests.bench.clients`: the reference clients, as the documentation offers them, play whole games against
bots while the web process is killed. Turns that they got an answer for are compared with those that are stored.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import psutil

from tests.bench.victims import VICTIMS
from tests.embedded.running import Running, wait_until
from tests.live.children import free_port

BOTS = "skald,jarl"
# Turns of the clients between two kills, and seconds for a game.
TURNS_BETWEEN = 6
GAME_S = 180.0
STARTING_S = 120.0
DO = "from tests.bench.clients.rows import {name} as ask; result = ask({arguments})"


def measure(games: int, kills: int, folder: Path) -> dict[str, Any]:
    """Each client plays so many games, while the web process is killed so often."""
    port = str(free_port())
    with Running(folder / "site", "--port", port, BOT_PAUSE_S="0.2") as site, ExitStack() as stack:
        commands = {"odin_bot.py": [sys.executable], "odin_bot.mjs": ["node"]}
        tokens = site.do(DO.format(name="tokens_make", arguments=len(commands)))
        clients = {}
        for (name, program), token in zip(commands.items(), tokens, strict=True):
            file = folder / name
            file.write_bytes(urlopen(f"{site.address}/api/v1/clients/{name}", timeout=STARTING_S).read())
            options = ["--bots", BOTS, "--games", str(games)] if name.endswith(".py") else [BOTS, str(games)]
            output = stack.enter_context((folder / f"{name}.out").open("wb"))
            clients[name] = subprocess.Popen(
                [*program, str(file), site.address, *options],
                stdout=output,
                env={"ODIN_TOKEN": token, "PATH": os.environ["PATH"]},
            )
            stack.callback(clients[name].kill)
        for _kill in range(kills):
            _kill_between_turns(site)
        deadline = time.monotonic() + STARTING_S + games * GAME_S
        codes = {name: client.wait(max(deadline - time.monotonic(), 1)) for name, client in clients.items()}
        told = {name: (folder / f"{name}.out").read_text() for name in clients}
        return {name: {"exit": codes[name]} | _compared(site, text) for name, text in told.items()}


def _kill_between_turns(site: Running) -> None:
    def turns() -> int:
        return int(site.do(DO.format(name="turns_count", arguments="")))

    before = turns()
    wait_until(lambda: turns() >= before + TURNS_BETWEEN, "turns", STARTING_S, tick=0.2)
    [web] = _webs(site)
    web.kill()
    wait_until(lambda: _webs(site) not in ([], [web]), "a new web process", STARTING_S, tick=0.2)


def _webs(site: Running) -> list[psutil.Process]:
    return [process for process in site.family() if process.is_running() and _is_web(process)]


def _is_web(process: psutil.Process) -> bool:
    try:
        return VICTIMS["web"](process, process.cmdline())
    except psutil.Error:
        return False


def _compared(site: Running, printed: str) -> dict[str, int]:
    """Turns that the client knows and that are not stored as such, and those that are stored and unknown or twice."""
    played = [json.loads(line) for line in printed.splitlines()]
    stored = site.do(DO.format(name="turns_stored", arguments=[game["game"] for game in played]))
    known = {(game["game"], int(version), turn) for game in played for version, turn in game["turns"].items()}
    rows = [(game, version, turn) for game, turns in stored.items() for version, turn in turns]
    return {
        "finished": sum(game["status"] == "finished" for game in played),
        "turns": len(known),
        "lost": len(known - set(rows)),
        "doubled": len(rows) - len(set(rows) & known),
        "dropped": sum(game["dropped"] for game in played),
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.clients", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="how many games each client plays (100)")
    parser.add_argument("--kills", type=int, default=3, help="how often the web process is killed (3)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="odin-clients-") as folder:
        found = measure(options.games, options.kills, Path(folder))
    print(json.dumps(found) if options.json else "\n".join(f"{name}: {figures}" for name, figures in found.items()))
    return 1 if any(each["exit"] or each["lost"] or each["doubled"] for each in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
