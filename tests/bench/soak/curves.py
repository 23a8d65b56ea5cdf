"""Samples drawn as a picture of curves."""

from __future__ import annotations

from collections.abc import Sequence

from tests.bench.soak.samples import Sample

# A panel each: its title, and the names of its values. A list counts as a curve for each of its items.
PANELS = (
    ("memory of each web process, MiB", ("web_mib",)),
    ("memory of worker and Redis, MiB", ("worker_mib", "redis_mib")),
    ("tasks in queues", ("queued",)),
    ("ms until all seats have a turn: median and 95th percentile", ("p50_ms", "p95_ms")),
    ("turns a second", ("turns_per_s",)),
)
COLOURS = ("#1f5f8b", "#b5482a", "#3d7a3d", "#8a6d1f")
WIDTH, HEIGHT, LEFT, GAP = 720, 90, 60, 50


def drawn(samples: Sequence[Sample]) -> str:
    """An SVG of all panels, one below the other; time in minutes goes to the right."""
    high = len(PANELS) * (HEIGHT + GAP) + GAP
    style = 'font-family="sans-serif" font-size="12" fill="#222"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 20} {high}" {style}>']
    parts.append('<rect width="100%" height="100%" fill="#fff"/>')
    for number, (title, names) in enumerate(PANELS):
        parts += _panel(GAP + number * (HEIGHT + GAP), title, _curves(samples, names), samples[-1]["at_s"])
    return "\n".join([*parts, "</svg>\n"])


def _curves(samples: Sequence[Sample], names: Sequence[str]) -> list[list[tuple[float, float]]]:
    curves: list[list[tuple[float, float]]] = []
    for name in names:
        known = [sample for sample in samples if sample[name] is not None]
        width = len(known[0][name]) if known and isinstance(known[0][name], list) else 0
        curves += [[(sample["at_s"], sample[name][item]) for sample in known] for item in range(width)]
        if not width:
            curves.append([(sample["at_s"], sample[name]) for sample in known])
    return curves


def _panel(top: float, title: str, curves: list[list[tuple[float, float]]], until: float) -> list[str]:
    most = max((value for curve in curves for _at, value in curve), default=0) or 1
    floor = top + HEIGHT
    parts = [
        f'<text x="{LEFT}" y="{top - 8}">{title}</text>',
        f'<path d="M{LEFT} {top}V{floor}H{LEFT + WIDTH}" fill="none" stroke="#888"/>',
        f'<text x="{LEFT - 6}" y="{top + 5}" text-anchor="end">{most:g}</text>',
        f'<text x="{LEFT - 6}" y="{floor}" text-anchor="end">0</text>',
        f'<text x="{LEFT + WIDTH}" y="{floor + 16}" text-anchor="end">{until / 60:.0f} min</text>',
    ]
    for colour, curve in zip(COLOURS, curves, strict=False):
        points = " ".join(f"{LEFT + WIDTH * at / until:.1f},{floor - HEIGHT * value / most:.1f}" for at, value in curve)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
    return parts
