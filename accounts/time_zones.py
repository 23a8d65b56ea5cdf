"""The time zones that a person may choose from."""

import zoneinfo
from functools import cache

# Areas whose zones are other names for those of a continent, or offsets without a place.
_OTHER_NAMES = {"Etc", "SystemV", "US", "Canada", "Brazil", "Chile", "Mexico", "posix", "right"}

Zones = list[tuple[str, str]]


@cache
def known_zones() -> frozenset[str]:
    """The names of all time zones on this machine."""
    return frozenset(zoneinfo.available_timezones())


@cache
def zone_choices() -> list[tuple[str, str | Zones]]:
    """UTC, then the zones with a place, grouped by continent: choices of a select."""
    groups: dict[str, Zones] = {}
    for name in sorted(known_zones()):
        area, _slash, place = name.partition("/")
        if place and area not in _OTHER_NAMES:
            groups.setdefault(area, []).append((name, place.replace("_", " ").replace("/", ", ")))
    return [("UTC", "UTC"), *groups.items()]


def choices_with(current: str) -> list[tuple[str, str | Zones]]:
    """`zone_choices`, and `current` before them where it is another name that some browser gave."""
    listed = any(
        current == name for _area, zones in zone_choices() if isinstance(zones, list) for name, _place in zones
    )
    return zone_choices() if listed or current == "UTC" else [(current, current), *zone_choices()]
