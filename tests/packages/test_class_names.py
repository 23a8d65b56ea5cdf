"""A public class name has one meaning in the three apps."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from tests.packages.advisories import ROOT

FOLDERS: Final = ("accounts", "games", "odinsite")
# Django looks for them by name.
DJANGOS: Final = {"Command", "Meta", "Migration"}
# Game.Pace has the words for the values of games.clocks.Pace.
SAME_VALUES: Final = {"Pace"}


def classes(tree: ast.AST, outer: str = "") -> Iterator[str]:
    """The full names of the classes, such as `Game.Status`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield outer + node.name
            yield from classes(node, f"{outer}{node.name}.")
        else:
            yield from classes(node, outer)


def clashes(found: Mapping[str, str]) -> list[str]:
    """The places of names that several public classes have. `found`: the source of each file.

    Inner classes may have the same name, because their outer class is read with it: `Report.Kind` and `Signal.Kind`.
    """
    places = defaultdict(list)
    for path, source in found.items():
        for full in classes(ast.parse(source)):
            places[full.rpartition(".")[2]].append((full, path))
    return [
        f"{name}: {', '.join(sorted(f'{full} in {path}' for full, path in named))}"
        for name, named in places.items()
        if len(named) > 1 and not name.startswith("_") and any(full == name for full, _path in named)
    ]


def test_each_public_class_has_a_name_of_its_own() -> None:
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    found = clashes({str(path.relative_to(ROOT)): path.read_text() for path in paths})
    assert [clash for clash in found if clash.partition(":")[0] not in DJANGOS | SAME_VALUES] == []


def test_a_name_that_two_classes_have_is_found() -> None:
    row = "class Row: ...\nclass _Private: ...\n"
    inner = "class Game:\n    class Kind: ...\n"
    assert clashes({"a.py": row, "b.py": row, "c.py": inner}) == ["Row: Row in a.py, Row in b.py"]
    assert clashes({"a.py": inner, "b.py": "class Seat:\n    class Kind: ...\n"}) == []
    assert clashes({"a.py": inner, "b.py": "class Kind: ...\n"}) == ["Kind: Game.Kind in a.py, Kind in b.py"]
