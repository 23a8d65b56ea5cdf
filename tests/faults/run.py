"""Measures the cost of faults for a site that is played at: `python tests/faults/run.py --help`.

A whole site runs on embedded servers, programs play, and each process and server is struck in turn. The last line has
the figures. It exits with 1 if a turn is lost or doubled, if a game hangs, a record is unsound or an email is lost.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from odinsite.embedded.folder import BASE_DIR, Folder  # the path comes first
from tests.faults.play import HERE, MAILS_S, Form, Play, compared, row_of
from tests.faults.site import Site
from tests.faults.strikes import FAULTS, Fault, clock_jumps, updated
from tests.faults.surroundings import clock_environment, earlier_code
from tests.kept_database import database_copy

WHOLE = Form(games=50, pause_s=2.0, warm_s=10.0, rest_s=6.0)
SHORT = Form(games=8, pause_s=0.5, warm_s=1.0, rest_s=1.0)
# None of these may be above 0.
FAILURES = ("lost", "doubled", "hung", "unsound", "sockets_deaf", "mails_lost")
COLUMNS = ("turns_acknowledged", "lost", "doubled", "hung", "halt_s", "game_halt_s")


def site_of(path: Path, faults: Sequence[Fault]) -> Site:
    """A site that the faults can be struck at: its clock can be put, or it runs the earlier version."""
    strikes = [fault.strike for fault in faults]
    folder = Folder(path)
    extra = clock_environment(folder) if clock_jumps in strikes else {}
    if updated in strikes:
        return Site(folder, earlier_code(path / "earlier"), **extra)
    # Saves the time of migrating. Without one the site makes its own.
    database_copy(folder)
    return Site(folder, BASE_DIR, **extra)


def measure(path: Path, faults: Sequence[Fault], form: Form, seed: int) -> dict[str, Any]:
    with site_of(path, faults) as site:
        with Play(site, form, seed) as play:
            struck = [play.strike(fault) for fault in faults]
            hung, deaf = play.calm()
        mails = mails_waited(site)
        stored, unsound = site.ask(HERE / "rows.py", "'turns_stored', 'records_unsound'")
    lost, doubled = compared(play.book, stored)
    rows = [row_of(each, play.book, lost, doubled, form.games) for each in struck]
    return {
        "rows": rows,
        "faults": len(rows),
        "turns_acknowledged": len(play.book.acknowledged),
        "lost": len(lost),
        "doubled": len(doubled),
        "hung": max(hung, *(row["hung"] for row in rows), 0),
        "longest_halt_s": max((row["game_halt_s"] for row in rows), default=0.0),
        "unsound": unsound,
        "sockets_deaf": deaf,
        "mails": len(site.mail.room.taken),
        "mails_lost": mails,
        "mails_doubled": sum(count > 1 for count in site.mail.room.taken.values()),
        "games": len({row["game"] for row in stored}),
        "answers": {str(status): count for status, count in sorted(play.book.answers.items())},
        "connections_failed": play.book.errors,
    }


def mails_waited(site: Site) -> list[str]:
    """The emails that are not sent even after their next attempt."""
    left: list[list[str]] = [[]]

    def sent() -> bool:
        left[0] = site.ask(HERE / "rows.py", "'mails_open'")[0]
        return not left[0]

    try:
        site.until(sent, "all emails", MAILS_S)
    except TimeoutError:
        return left[0]
    return []


def table(found: dict[str, Any], left_out: dict[str, str]) -> str:
    lines = ["| fault | turns acknowledged | lost | doubled | hung | halt s | halt of one game s | ended |"]
    lines.append("| --- " * 8 + "|")
    for row in found["rows"]:
        cells = [row["fault"], *(str(row[name]) for name in COLUMNS), "; ".join(row["ended"]) or "-"]
        lines.append(f"| {' | '.join(cells)} |")
    lines += [f"| {name} | left out: it needs {needs} |" for name, needs in left_out.items()]
    return "\n".join([*lines, "", *(f"{name}: {value}" for name, value in found.items() if name != "rows")])


def parser() -> argparse.ArgumentParser:
    names = ", ".join(fault.name for fault in FAULTS)
    found = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("--short", action="store_true", help="few games and faults, in about a minute")
    found.add_argument("--fault", action="append", metavar="NAME", help=f"strike only this one; repeatable: {names}")
    found.add_argument("--games", type=int, help=f"how many games are played ({WHOLE.games}, short {SHORT.games})")
    found.add_argument("--seed", type=int, default=7, help="seed of the turns (7); deals stay random")
    found.add_argument("--data", type=Path, metavar="DIR", help="a new folder, which stays with all data and logs")
    found.add_argument("--json", action="store_true", help="print one JSON object")
    return found


@contextmanager
def data_folder(kept: Path | None) -> Iterator[Path]:
    """The folder of the run's data and logs, removed afterwards unless it is named."""
    if kept:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept.resolve()
    else:
        with tempfile.TemporaryDirectory(prefix="odin-faults-") as folder:
            yield Path(folder)


def chosen(options: argparse.Namespace) -> list[Fault]:
    """The faults to strike. Raises SystemExit for an unknown name."""
    if options.fault is None:
        return [fault for fault in FAULTS if fault.short or not options.short]
    known = {fault.name: fault for fault in FAULTS}
    if unknown := set(options.fault) - set(known):
        raise SystemExit(f"no such fault: {', '.join(sorted(unknown))}")
    return [known[name] for name in options.fault]


def main() -> int:
    options = parser().parse_args()
    wanted = chosen(options)
    left_out = {fault.name: needs for fault in wanted if (needs := fault.lacks())}
    form = SHORT if options.short else WHOLE
    if options.games:
        form = replace(form, games=options.games)
    faults = [fault for fault in wanted if fault.name not in left_out]
    with data_folder(options.data) as folder:
        found = measure(folder, faults, form, options.seed)
    found["left_out"] = left_out
    print(json.dumps(found) if options.json else table(found, left_out))
    return 1 if any(found[name] for name in FAILURES) else 0


if __name__ == "__main__":
    sys.exit(main())
