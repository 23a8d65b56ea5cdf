"""Private names of libraries are used where `PRIVATE_NAMES.md` lists them, and nowhere else."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.packages.advisories import ROOT

LIST: Final = Path(__file__).with_name("PRIVATE_NAMES.md")
FOLDERS: Final = ("accounts", "games", "odinsite")
# It has a list and a test of its own.
FAST: Final = ROOT / "accounts" / "fast"
# They are documented.
PUBLIC: Final = {
    "_meta",
    "_state",
    "_default_manager",
    "_base_manager",
    "_db",
    "_replace",
    "_fields",
    "_value_",
    "_exit",
}
# Of the stubs: only type checkers import it.
STUBS: Final = {"_StrOrPromise"}
SECOND_TABLE: Final = "## Overridden or imported by name"
MAX_FILES: Final = 5
ROW: Final = re.compile(r"^\| `(\S+\.py)` \| `([\w.]+)` \| (`.*?`) \|", re.MULTILINE)


class Row(NamedTuple):
    file: str
    module: str
    names: tuple[str, ...]


@cache
def rows(*, second_table: bool = False) -> list[Row]:
    text = LIST.read_text().partition(SECOND_TABLE)[2 if second_table else 0]
    return [Row(file, module, tuple(re.findall(r"`([\w.]+)`", names))) for file, module, names in ROW.findall(text)]


def files() -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts and not path.is_relative_to(FAST):
                yield path


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text()) for path in files()}


def defined(tree: ast.Module) -> Iterator[str]:
    """The names that the module itself gives to functions, classes, variables and attributes of `self`."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                yield name


def private_names(tree: ast.Module, own: set[str]) -> set[str]:
    """Private attributes that are called of `super()`, or that neither the module nor, for those of `self`, the site
    (`own`) defines; and private modules.
    """
    found, here = set(), set(defined(tree))
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=name) if is_private(name):
                found.add(name)
            case ast.Attribute(value=ast.Name(id="self"), attr=name) if is_private(name):
                found |= {name} - own
            case ast.Attribute(attr=name) if is_private(name) and name not in here:
                found.add(name)
            case ast.ImportFrom(module=str(module), level=0) if is_private_module(module):
                found.add(module)
    return found


def taken_over(tree: ast.Module) -> set[str]:
    """Private names that are imported from a library, and private methods that override those of a library's class."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and is_librarys(node.module or "")]
    places = {name.asname or name.name: (node.module or "", name.name) for node in imports for name in node.names}
    found = {name for _module, name in places.values() if is_private(name)} - STUBS
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            bases = [places[base.id] for base in node.bases if isinstance(base, ast.Name) and base.id in places]
            found |= overridden(node, bases)
    return found


def overridden(made: ast.ClassDef, bases: list[tuple[str, str]]) -> set[str]:
    functions = (item for item in made.body if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef))
    methods = {function.name for function in functions if is_private(function.name)}
    # Importing some libraries takes seconds.
    loaded = [getattr(import_module(module), name) for module, name in bases] if methods else []
    return {method for method in methods for base in loaded if hasattr(base, method)}


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in PUBLIC


def is_librarys(module: str) -> bool:
    return module.partition(".")[0] not in (*FOLDERS, "tests")


def is_private_module(module: str) -> bool:
    return any(part == "internal" or part.startswith("_") for part in module.split(".")) and module != "__future__"


def listed_names(file: str) -> set[str]:
    found = set()
    for row in rows():
        if row.file == file:
            found |= {name if name.startswith("_") else module_name(row.module, name) for name in row.names}
    return found


def module_name(module: str, name: str) -> str:
    """The full name of a listed module: `totp.internal.auth` of `allauth.mfa`."""
    return f"{module}.{name}"


def test_the_list_names_what_is_used() -> None:
    own = {name for tree in trees().values() for name in defined(tree)}
    used = {str(path.relative_to(ROOT)): private_names(tree, own) for path, tree in trees().items()}
    assert {file: names for file, names in used.items() if names} == {
        row.file: listed_names(row.file) for row in rows()
    }


def test_the_list_names_what_is_overridden_or_imported() -> None:
    found = {str(path.relative_to(ROOT)): taken_over(tree) for path, tree in trees().items()}
    listed: dict[str, set[str]] = {}
    for row in rows(second_table=True):
        listed.setdefault(row.file, set()).update(row.names)
    assert {file: names for file, names in found.items() if names} == listed


def test_few_files_use_private_names() -> None:
    assert len({row.file for row in (*rows(), *rows(second_table=True))}) <= MAX_FILES


@pytest.mark.parametrize("row", [*rows(), *rows(second_table=True)], ids=lambda row: f"{row.file}: {row.module}")
def test_the_library_has_each_name(row: Row) -> None:
    for name in row.names:
        if name.startswith("_"):
            assert re.search(rf"\b{name}\b", inspect.getsource(import_module(row.module)))
        else:
            import_module(module_name(row.module, name))


def test_a_private_name_is_found() -> None:
    code = "from a._b import c\nclass D:\n    def _e(self): return super()._e(), self._e, self._f\n"
    tree = ast.parse(code)
    assert private_names(tree, set(defined(tree))) == {"a._b", "_e", "_f"}


def test_an_imported_name_and_an_overridden_method_are_found() -> None:
    code = """
from json.decoder import _a
from threading import Thread
class B(Thread):
    def _bootstrap(self): ...
    async def _own(self): ...
"""
    assert taken_over(ast.parse(code)) == {"_a", "_bootstrap"}
