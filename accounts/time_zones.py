"""Time zones to choose from."""

import zoneinfo
from functools import cache
from pathlib import Path

# Areas with aliases of other zones, or offsets without a place.
_OTHER_NAMES = {"Etc", "SystemV", "US", "Canada", "Brazil", "Chile", "Mexico", "posix", "right"}

Zones = list[tuple[str, str]]


@cache
def known_zones() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones())


@cache
def _places() -> frozenset[str]:
    """The names of time zones, without aliases and offsets."""
    for folder in zoneinfo.TZPATH:
        table = Path(folder) / "zone.tab"
        if table.is_file():
            lines = table.read_text(encoding="utf-8").splitlines()
            return known_zones() & {line.split("\t")[2] for line in lines if line and not line.startswith("#")}
    # Some systems have no zone.tab.
    return frozenset(name for name in known_zones() if name.partition("/")[0] not in _OTHER_NAMES)


@cache
def zone_choices() -> list[tuple[str, str | Zones]]:
    groups: dict[str, Zones] = {}
    for name in sorted(_places()):
        area, _slash, place = name.partition("/")
        if place:
            groups.setdefault(area, []).append((name, place.replace("_", " ").replace("/", ", ")))
    return [("UTC", "UTC"), *groups.items()]


def choices_with(current: str) -> list[tuple[str, str | Zones]]:
    """The choices, preceded by `current` if it is an alias that a browser gave."""
    listed = any(
        current == name for _area, zones in zone_choices() if isinstance(zones, list) for name, _place in zones
    )
    return zone_choices() if listed or current == "UTC" else [(current, current), *zone_choices()]
