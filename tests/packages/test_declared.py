"""`pyproject.toml` declares the imports of the code: a package that only another one brings may be gone tomorrow."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any, Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packages.advisories import ROOT

OWN: Final = {"accounts", "games", "odinsite", "tests"}
WITHOUT: Final = {"torch"}
"""Modules that the checks do not need: torch, which trains the bots' net, is installed by hand."""


def imported(folder: str) -> dict[str, str]:
    """The modules of others that the folder's code imports, at their top level, with a file that does."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / folder).rglob("*.py")):
        for name in _imports(ast.parse(path.read_text())):
            found.setdefault(name, str(path.relative_to(ROOT)))
    return {name: path for name, path in found.items() if name not in OWN | WITHOUT | set(sys.stdlib_module_names)}


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (name.name.partition(".")[0] for name in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]


@cache
def _project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def declared(*groups: str) -> set[str]:
    project = _project()["project"]
    optional = project["optional-dependencies"] | _project()["dependency-groups"]
    lines = [*project["dependencies"], *(line for group in groups for line in optional[group])]
    return {canonicalize_name(Requirement(line).name) for line in lines}


def undeclared(modules: dict[str, str], packages: set[str]) -> dict[str, str]:
    """The modules that none of the packages has."""
    theirs = packages_distributions()
    return {
        module: path
        for module, path in modules.items()
        if packages.isdisjoint(canonicalize_name(name) for name in theirs.get(module, ()))
    }


def test_the_site_declares_what_it_imports() -> None:
    modules = {name: path for folder in OWN - {"tests"} for name, path in imported(folder).items()}
    simulating = {name: path for name, path in modules.items() if path.startswith("games/simulation/")}
    assert undeclared(modules, declared("simulate", "tracing")) == {}
    assert undeclared(modules, declared()).keys() <= {*simulating, "opentelemetry"}


def test_the_tests_declare_what_they_import() -> None:
    assert undeclared(imported("tests"), declared("simulate", "tracing", "test")) == {}


def test_an_undeclared_module_is_found(tmp_path: Path) -> None:
    modules = dict.fromkeys(
        _imports(ast.parse("import os.path, kombu.pools\nfrom . import own\nfrom yaml import load")), "x"
    )
    assert undeclared(modules | {"os": "x"}, {"kombu"}) == {"os": "x", "yaml": "x"}
