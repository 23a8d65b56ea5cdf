"""The repository's documents (`*.md`): their links, the commands that they name, and citations of them in the code;
and the names of modules in comments.

A citation is a document's name, alone or with its folder, and the points or headings that follow it:
`RULES.md, 7`, `REFEREE.md, "Text of a turn"`. A name alone means the document in the same folder, or the only one of
that name.
"""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from django.core.management import get_commands

from tests.words.catalogues import ROOT

FOLDERS: Final = (".github", "accounts", "docker", "games", "odinsite", "tests")
LINK: Final = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
CITATION: Final = re.compile(r'([\w./-]*\w\.md)((?:, (?:\d+(?:,| and| to| or)? ?\d*|"[^"]+"))*)')
MANAGE: Final = re.compile(r"(?:manage\.py|odin-manage) ([a-z_]+)")
MODULE: Final = re.compile(r"python -m ([a-z_.]+)")
SCRIPT: Final = re.compile(r"(?:python|bash) ((?:\w+/|\.ci/)[\w./]+)")
PATH: Final = re.compile(r"`(?!files/)([\w.-]+/[\w./-]+\.\w+)`")
"""A file's path. Those that start with `files/` are in npm packages."""
NAME: Final = re.compile(r"(?<![\w\"'`.@/-])(?:accounts|games|odinsite|tests)(?:\.\w+)+")
"""A module, or what is in it. Names in quotes and backticks may be permissions or tasks."""
COMMENT: Final = re.compile(r"\{#.*?#\}|/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
OTHERS: Final = {"venv", "pip", "pytest"}
"""Modules of the language and of packages."""

COMMANDS: Final = {*get_commands(), "up"}
"""`manage.py` runs `up` itself, before Django is there."""


@cache
def documents() -> tuple[Path, ...]:
    found = [
        path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.md")) if "node_modules" not in path.parts
    ]
    return (*sorted(ROOT.glob("*.md")), *found)


def anchors(text: str) -> set[str]:
    """The headings of a document, as links name them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(path: Path, text: str) -> Iterator[str]:
    for link in LINK.findall(text):
        address, _, anchor = link.partition("#")
        if address.startswith(("http:", "https:", "mailto:")):
            continue
        target = path.parent / address if address else path
        if not target.exists():
            yield f"no such file: {link}"
        elif anchor and anchor not in anchors(text if target == path else target.read_text()):
            yield f"no such heading: {link}"


def missing_files(path: Path, text: str) -> Iterator[str]:
    """Files that the document names by their path from the root or from its folder, and that do not exist."""
    for name in PATH.findall(text):
        if not any((folder / name).exists() for folder in (ROOT, path.parent)):
            yield f"no such file: {name}"


def unknown_commands(text: str) -> Iterator[str]:
    """Commands of `manage.py`, modules and scripts that do not exist."""
    yield from (f"no such command: {name}" for name in MANAGE.findall(text) if name not in COMMANDS)
    for name in MODULE.findall(text):
        if name not in OTHERS and find_spec(name) is None:
            yield f"no such module: {name}"
    yield from (f"no such script: {name}" for name in SCRIPT.findall(text) if not (ROOT / name).exists())


def cited(source: Path, name: str) -> Path | None:
    """The document that a module means."""
    for path in (source.parent / name, ROOT / name):
        if path.exists():
            return path
    found = [path for path in documents() if path.name == name]
    return found[0] if len(found) == 1 else None


def wrong_citations(source: Path, text: str) -> Iterator[str]:
    """Citations of documents, numbered points or headings that do not exist."""
    for name, places in CITATION.findall(re.sub(r"\n\s*(?:# )?", " ", text)):
        document = cited(source, name)
        if document is None:
            yield f"no such document: {name}"
            continue
        words = document.read_text()
        for number in re.findall(r"\d+", re.sub(r'"[^"]*"', "", places)):
            if not re.search(rf"^{number}\. ", words, re.MULTILINE):
                yield f"{name} has no point {number}"
        for heading in re.findall(r'"([^"]+)"', places):
            if not re.search(rf"^#+ {re.escape(heading)}$", words, re.MULTILINE):
                yield f"{name} has no heading {heading!r}"


def comments(path: Path) -> str:
    """The comments and docstrings of a module, a template, a style or a script."""
    text = path.read_text()
    if path.suffix != ".py":
        return "\n".join(COMMENT.findall(text))
    strings = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Expr)]
    found = [string.value for string in strings if isinstance(string, ast.Constant) and isinstance(string.value, str)]
    with path.open("rb") as lines:
        found += [token.string for token in tokenize.tokenize(lines.readline) if token.type == tokenize.COMMENT]
    return "\n".join(found)


def exists(name: str) -> bool:
    """Whether there is a module or folder of that name, or a module before its last part that contains that part."""
    path = ROOT.joinpath(*name.split("."))
    if path.is_dir() or path.with_suffix(".py").exists():
        return True
    holders = (path.parent.with_suffix(".py"), path.parent / "__init__.py")
    holder = next((holder for holder in holders if holder.exists()), None)
    return holder is not None and re.search(rf"\b{path.name}\b", holder.read_text()) is not None


def gone_names(text: str) -> Iterator[str]:
    """Modules of the site that a comment names and that do not exist."""
    return (f"no such module: {name}" for name in NAME.findall(text) if not exists(name))
