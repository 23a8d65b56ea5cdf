"""Plain words in documents, docstrings and comments: the words that the guide for texts forbids."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from typing import Final

from tests.words.catalogues import APPS, ROOT

RIDDLES: Final = re.compile(
    r"\b(?:anew|meanwhile|beside|whoever|whomever|whom|somebody|stands|lies|laid|at one blow)\b"
    # A sentence that is no question.
    r"|(?:^|(?<=[.!?:]\s))(?-i:Who)\s(?=[^.?!]*(?:[.!]|$))",
    re.IGNORECASE | re.MULTILINE,
)
"""Old-fashioned or unclear words, and sentences whose subject is a headless "who"."""

CODE: Final = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
ALLOWED: Final = {"tests/words/plain.py": "lists the words"}
"""Files that have such words, and why."""


def sources() -> list[str]:
    """The paths of the documents and modules. `english` reads the site's messages."""
    command = ["git", "ls-files", "*.md", *(f"{folder}/*.py" for folder in (*APPS, "tests"))]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return [path for path in listed if "/migrations/" not in path and path not in ALLOWED and (ROOT / path).exists()]


def prose(path: str, source: str) -> Iterator[tuple[int, str]]:
    """A document, or the docstrings and comments of a module, each with its first line."""
    if not path.endswith(".py"):
        yield 1, source
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# ")


def riddles_in(path: str, source: str) -> Iterator[str]:
    """The riddles outside of code, a line each."""
    for first, text in prose(path, source):
        words = CODE.sub(lambda code: re.sub(r"[^\n]", "_", code[0]), text)
        for found in RIDDLES.finditer(words):
            line = first + words.count("\n", 0, found.start())
            yield f"avoid {found[0].strip()!r}: {path}:{line}"


def riddle_faults() -> list[str]:
    return [fault for path in sources() for fault in riddles_in(path, (ROOT / path).read_text(encoding="utf-8"))]
