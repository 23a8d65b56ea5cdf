"""Published advisories about the packages of the locks (`.ci/advisories.json`).

The list has every advisory of these packages, whatever version it is about, so that a lock is checked without a request
to a server. It is made from a checkout of the database that its head names.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypedDict

import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parents[2]
LIST: Final = ROOT / ".ci" / "advisories.json"
LOCKS: Final = (
    "requirements.lock", "tests/requirements.lock", "tests/api/generated/requirements.lock", ".ci/requirements.lock",
)  # fmt: skip
DATABASE: Final = "pypa/advisory-database"

Versions = dict[str, set[str]]
"""The locked versions of each package: several where a lock chooses by platform."""


class Advisory(TypedDict):
    """A published advisory. `affected`: ranges of versions; one of them is enough."""

    id: str
    package: str
    affected: list[str]


class Advisories(TypedDict):
    """The list of advisories. `commit`, `date`: those of the database's checkout."""

    database: str
    commit: str
    date: str
    advisories: list[Advisory]


def locked() -> Versions:
    found: Versions = {}
    for lock in LOCKS:
        for package, version in pins((ROOT / lock).read_text()):
            found.setdefault(package, set()).add(version)
    return found


def pins(lock: str) -> Iterator[tuple[str, str]]:
    for line in lock.splitlines():
        if line[:1].isalnum():
            requirement = Requirement(line.removesuffix("\\").strip())
            (pin,) = requirement.specifier
            yield canonicalize_name(requirement.name), pin.version


def listed() -> Advisories:
    found: Advisories = json.loads(LIST.read_text())
    return found


def hits(advisories: Iterable[Advisory], versions: Versions) -> list[str]:
    """Lines like "PYSEC-2024-70: django 4.2.14", for each locked version that an advisory is about."""
    return [
        f"{advisory['id']}: {advisory['package']} {version}"
        for advisory in advisories
        for version in sorted(versions.get(advisory["package"], ()))
        if any(SpecifierSet(ranged).contains(version, prereleases=True) for ranged in advisory["affected"])
    ]


def advisories_in(database: Path, packages: Iterable[str]) -> Iterator[Advisory]:
    """The advisories of a checkout that are about these packages, without withdrawn ones."""
    for package in sorted(packages):
        for file in sorted((database / "vulns" / package).glob("*.yaml")):
            record = yaml.safe_load(file.read_text())
            if not record.get("withdrawn"):
                yield from _advisories(record, package)


def _advisories(record: Mapping[str, Any], package: str) -> Iterator[Advisory]:
    for affected in record["affected"]:
        ranges = [part for part in affected.get("ranges", ()) if part["type"] == "ECOSYSTEM"]
        found = [text for part in ranges for text in _ranges(part["events"])]
        yield Advisory(
            id=record["id"], package=package, affected=found or [f"=={version}" for version in affected["versions"]]
        )


def _ranges(events: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """Ranges like ">=4.2,<4.2.15" for each pair of events; ">=5.0" if no version is fixed."""
    begin = ""
    for event in events:
        ((kind, version),) = event.items()
        if kind == "introduced":
            begin = f">={version}"
        else:
            yield f"{begin},{'<' if kind == 'fixed' else '<='}{version}"
            begin = ""
    if begin:
        yield begin


def renew(database: Path) -> Advisories:
    """Write the list from a checkout of the database, and return it."""
    log = ["git", "-C", str(database), "log", "-1", "--format=%H %cs"]
    commit, date = subprocess.run(log, check=True, capture_output=True, text=True).stdout.split()
    advisories = list(advisories_in(database, locked()))
    found = Advisories(database=DATABASE, commit=commit, date=date, advisories=advisories)
    head = json.dumps({**found, "advisories": []}, indent=2).removesuffix("[]\n}")
    lines = ",\n".join(f"    {json.dumps(advisory)}" for advisory in advisories)
    LIST.write_text(f"{head}[\n{lines}\n  ]\n}}\n")
    return found
