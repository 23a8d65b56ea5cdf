"""Medians, spreads and ratios of what rounds found."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

# By what was run, each round's figures.
Found = Mapping[str, Sequence[Mapping[str, Any]]]


class Spread(TypedDict):
    median: float
    least: float
    most: float


class Row(TypedDict):
    """A row of the summary. `ratio`: of the site to the peer in the same round; None where either was not run."""

    measure: str
    site: Spread | None
    peer: Spread | None
    ratio: Spread | None


@dataclass(frozen=True, slots=True)
class Measure:
    """`site` and `peer`: the two programs; `name`: the figure's. Our own ways are compared too, after a semicolon."""

    words: str
    site: str
    peer: str
    name: str


READS = ("interface reads", "page reads")
MEASURES = (
    Measure("processor ms a turn, by socket", "socket", "peer", "cpu_ms_per_turn"),
    Measure("the same with two web processes", "two", "peer", "cpu_ms_per_turn"),
    Measure("processor ms a turn, by the page", "page", "peer", "cpu_ms_per_turn"),
    Measure("processor ms a turn, by the interface; and by socket", "interface", "socket", "cpu_ms_per_turn"),
    Measure("processor ms to read a game, by the interface; and its page", *READS, "cpu_ms_per_read"),
    Measure("turns/s by socket, one web process", "socket", "peer", "turns_per_s"),
    Measure("turns/s by socket, two web processes", "two", "peer", "turns_per_s"),
    Measure("turns/s by the page", "page", "peer", "turns_per_s"),
    Measure("p50 ms by socket", "socket", "peer", "p50_ms"),
    Measure("p95 ms by socket", "socket", "peer", "p95_ms"),
    Measure("p99 ms by socket", "socket", "peer", "p99_ms"),
    Measure("p95 ms by socket, two web processes", "two", "peer", "p95_ms"),
    Measure("bytes an update, by socket", "socket", "peer", "bytes_per_update"),
    Measure("bytes an update, by the page", "page", "peer", "bytes_per_update"),
    Measure("KiB a seat, from none on (peer: in memory alone)", "site connected", "memory connected", "kib_per_seat"),
    Measure("KiB a seat, after the first fifth", "site connected", "memory connected", "kib_per_later_seat"),
    Measure("MiB of the process with all seats", "site connected", "memory connected", "mib_connected"),
    Measure("paced: processor ms a turn", "site connected", "peer connected", "cpu_ms_per_turn"),
    Measure("paced: turns/s", "site connected", "peer connected", "turns_per_s"),
    Measure("paced: p50 ms", "site connected", "peer connected", "p50_ms"),
    Measure("paced: p95 ms", "site connected", "peer connected", "p95_ms"),
    Measure("paced: p99 ms", "site connected", "peer connected", "p99_ms"),
    Measure("kill -9: turns shown and lost", "site killed", "peer killed", "turns_lost"),
    Measure("kill -9: games set back", "site killed", "peer killed", "games_set_back"),
)


def rows(found: Found) -> list[Row]:
    """The rows of all measures."""
    every = [_row(measure, found) for measure in MEASURES]
    return [row for row in every if row["site"] or row["peer"]]


def _row(measure: Measure, found: Found) -> Row:
    ours, theirs = _values(found, measure.site, measure.name), _values(found, measure.peer, measure.name)
    pairs = [mine / other for mine, other in zip(ours, theirs, strict=False) if other]
    return Row(measure=measure.words, site=spread(ours), peer=spread(theirs), ratio=spread(pairs))


def _values(found: Found, run: str, name: str) -> list[float]:
    return [float(figures[name]) for figures in found.get(run, []) if figures.get(name) is not None]


def spread(values: Sequence[float]) -> Spread | None:
    """The median, the least and the most; None for no values."""
    if not values:
        return None
    return Spread(median=statistics.median(values), least=min(values), most=max(values))


def processor_by_role(found: Found) -> dict[str, dict[str, float]]:
    """Median milliseconds a turn of each run's processes."""
    return {
        run: {
            role: round(statistics.median(figures["cpu_ms"][role] for figures in rounds), 2)
            for role in rounds[0]["cpu_ms"]
        }
        for run, rounds in found.items()
        if rounds and "cpu_ms" in rounds[0]
    }


def table(rows: Sequence[Row]) -> str:
    """The rows as Markdown: medians, and in brackets the least and the most."""
    lines = ["| | ours | boardgame.io | ratio |", "| --- | --- | --- | --- |"]
    for row in rows:
        cells = (_words(row["site"], 1), _words(row["peer"], 1), _words(row["ratio"], 2))
        lines.append(f"| {row['measure']} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _words(found: Spread | None, digits: int) -> str:
    if found is None:
        return "-"
    median, least, most = (f"{found[name]:.{digits}f}" for name in ("median", "least", "most"))
    return f"{median} ({least}-{most})"
