"""Reads systemd's units."""

from __future__ import annotations

import shlex
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

# The operator's units come first.
FOLDERS = ("etc/systemd/system", "lib/systemd/system")
Settings = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Program:
    """The program of a unit. `folders` are made below /run; `low_ports` allows ports below 1024; `listens` is the
    address of its socket, which is its descriptor 3, or "".
    """

    command: str
    account: str
    environment: dict[str, str]
    folder: str
    folders: list[str]
    files: int | None
    patience_s: float
    forks: bool
    low_ports: bool
    listens: str


def wanted_by(root: Path, target: str) -> list[str]:
    return " ".join(_settings(root, target).get("Wants", [])).split()


def program_of(root: Path, service: str) -> Program:
    unit = _settings(root, service)
    environment: dict[str, str] = {}
    for line in unit.get("Environment", []):
        for part in shlex.split(line):
            key, _equals, value = part.partition("=")
            environment[key] = value
    for name in unit.get("EnvironmentFile", []):
        environment.update(_environment_file(root / name.removeprefix("-").lstrip("/")))
    return Program(
        # systemd escapes % as %%.
        command=_last(unit, "ExecStart").lstrip("-").replace("%%", "%"),
        account=_last(unit, "User", "root"),
        environment=environment,
        folder=_last(unit, "WorkingDirectory", "/"),
        folders=" ".join(unit.get("RuntimeDirectory", [])).split(),
        files=int(_last(unit, "LimitNOFILE", "0")) or None,
        # In systemd, 0 means no limit.
        patience_s=float(_last(unit, "TimeoutStopSec", "90").removesuffix("s")) or 90.0,
        forks=_last(unit, "Type", "simple") == "forking",
        low_ports="CAP_NET_BIND_SERVICE" in " ".join(unit.get("AmbientCapabilities", [])),
        listens=_socket_of(root, unit),
    )


def _socket_of(root: Path, unit: Settings) -> str:
    names = [name for name in " ".join(unit.get("Requires", [])).split() if name.endswith(".socket")]
    return _last(_settings(root, names[0]), "ListenStream") if names else ""


def _last(unit: Settings, name: str, default: str = "") -> str:
    return [default, *unit.get(name, [])][-1]


def _settings(root: Path, name: str) -> Settings:
    """The settings of a unit and its drop-ins, of all sections together."""
    files = [root / folder / name for folder in FOLDERS if (root / folder / name).exists()]
    assert files, f"there is no unit {name}"
    prefixes = [f"{name}.d", f"{name.partition('-')[0]}-.service.d"]
    drop_ins = [path for folder in FOLDERS for one in prefixes for path in sorted((root / folder / one).glob("*.conf"))]
    found: Settings = defaultdict(list)
    for part in (files[0], *drop_ins):
        for line in part.read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
            key, equals, value = line.partition("=")
            if equals and not line.startswith(("#", ";")):
                found[key.strip()].append(value.strip())
    return found


def _environment_file(path: Path) -> dict[str, str]:
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith(("#", ";")):
            name, _equals, value = line.partition("=")
            found[name] = "".join(shlex.split(value))
    return found
