"""Text of pictures, broken into lines that fit."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

FONTS: Final = Path(__file__).parents[1] / "fonts"
SERIF: Final = "alegreya-700"
SANS: Final = "alegreya-sans-500"
_EM: Final = 1000
_STEP: Final = 0.92
_ELLIPSIS: Final = "…"


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines and the size of their letters."""

    lines: tuple[str, ...]
    size: float


@cache
def _widths() -> dict[str, dict[str, int]]:
    widths: dict[str, dict[str, int]] = json.loads((FONTS / "widths.json").read_text())
    return widths


def drawable(text: str, font: str) -> str:
    """The text without the characters that the font lacks, which would show as boxes."""
    return " ".join("".join(letter for letter in text if letter in _widths()[font]).split())


def text_width(text: str, font: str, size: float) -> float:
    """An upper limit: kerning only brings letters closer."""
    widths = _widths()[font]
    return sum(widths[letter] for letter in text) * size / _EM


def fitted(text: str, font: str, *, width: float, lines: int, largest: float, smallest: float) -> Fitted:
    """The text in at most so many lines, as large as it fits; cut with an ellipsis at the smallest size."""
    words = drawable(text, font).split(" ")
    size = largest
    while size > smallest:
        broken = _broken(words, font, width, size)
        if len(broken) <= lines and all(text_width(line, font, size) <= width for line in broken):
            return Fitted(tuple(broken), size)
        size = max(size * _STEP, smallest)
    broken = _broken(words, font, width, smallest)
    kept = [*broken[: lines - 1], " ".join(broken[lines - 1 :])]
    return Fitted(tuple(_cut(line, font, width, smallest) for line in kept), smallest)


def _broken(words: list[str], font: str, width: float, size: float) -> list[str]:
    lines = [words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if text_width(longer, font, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _cut(line: str, font: str, width: float, size: float) -> str:
    if text_width(line, font, size) <= width:
        return line
    while line and text_width(line + _ELLIPSIS, font, size) > width:
        line = line[:-1]
    return line.rstrip() + _ELLIPSIS
