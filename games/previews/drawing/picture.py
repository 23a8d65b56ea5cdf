"""Draws a scene as PNG, 1200 by 630."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from accounts.fast.caches import LruCache
from games.previews.drawing import art
from games.previews.drawing.scene import Fact, Scene
from games.previews.drawing.text import FONTS, SANS, SERIF, fitted

WIDTH: Final = 1200
HEIGHT: Final = 630

_LEFT: Final = 76
_RIGHT: Final = WIDTH - _LEFT
_FACTS_TOP: Final = 496
_AVATAR: Final = 190
_AVATAR_TOP: Final = 84
_GAP: Final = 18
_CARD_LEAST: Final = 130
_CARD_MOST: Final = 290
_INK: Final = "#F8F1E0"
_MUTED: Final = "#C7D8D3"
_WOOD_INK: Final = "#2B1D0E"
_FAMILIES: Final = {SERIF: "Alegreya", SANS: "Alegreya Sans Medium"}
_MARK: Final = mark_safe(
    '<path transform="translate(76 54) scale(1.06)" d="M16 2.2 29.8 16 16 29.8 2.2 16ZM16 10.5V21.5M10.5 16H21.5"'
    ' fill="none" stroke="#C7D8D3" stroke-width="3.1"/>'
)
_BOARD: Final = mark_safe(
    '<rect width="1200" height="630" fill="#CDA874"/>'
    '<path d="M0 158H1200M0 316H1200M0 474H1200" stroke="#AE8651" stroke-width="3"/>'
    '<rect x="26" y="26" width="1148" height="578" rx="22" fill="#245059"/>'
    '<rect x="38" y="38" width="1124" height="554" rx="14" fill="none" stroke="#6E9A9B" stroke-width="2.5"/>'
)

# About 60 kB each.
_pictures: Final[LruCache[bytes]] = LruCache("preview pictures", 100)
# Each drawing takes one core, so many at once would slow down the pages.
_drawing: Final = Lock()


def known_picture(scene: Scene) -> bytes | None:
    """The picture, if this process drew it lately."""
    return _pictures.get(scene.digest)


def picture(scene: Scene) -> bytes:
    """Draw the scene as PNG: about 60 ms of processor time, one at a time. Each process caches some."""
    # 3 MB, which only a process that draws needs.
    from resvg_py import svg_to_bytes

    with _drawing:
        drawn: bytes = svg_to_bytes(
            svg_string=svg(scene),
            skip_system_fonts=True,
            font_files=[str(FONTS / f"{name}-latin.ttf") for name in _FAMILIES],
        )
    _pictures.put(scene.digest, drawn)
    return drawn


def svg(scene: Scene) -> SafeString:
    width = _RIGHT - _LEFT - (_AVATAR + 40 if scene.avatar is not None else 0)
    heading = fitted(scene.heading, SERIF, width=width, lines=2, largest=66, smallest=34)
    parts: list[SafeString] = [_BOARD, *_brand(scene.site)]
    bottom = 118.0
    for line in heading.lines:
        bottom += heading.size * 1.08 if bottom > 118 else heading.size * 0.88
        parts.append(_text(line, SERIF, heading.size, _LEFT, bottom))
    for detail in scene.details:
        shown = fitted(detail, SANS, width=width, lines=1, largest=36, smallest=24)
        bottom += shown.size * 1.35
        parts.append(_text(shown.lines[0], SANS, shown.size, _LEFT, bottom, fill=_MUTED))
    floor = _FACTS_TOP - 24 if scene.facts else 566
    parts.extend(_cards(scene, bottom + 34, floor))
    parts.extend(_facts(scene.facts))
    if scene.avatar is not None:
        parts.append(art.avatar(scene.avatar, x=_RIGHT - _AVATAR, y=_AVATAR_TOP, width=_AVATAR))
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}"><style>{}</style>{}</svg>',
        WIDTH,
        HEIGHT,
        art.rules(),
        format_html_join("", "{}", ((part,) for part in parts)),
    )


def _brand(site: str) -> Iterator[SafeString]:
    yield _MARK
    name = fitted(site, SANS, width=700, lines=1, largest=30, smallest=20)
    yield _text(name.lines[0], SANS, name.size, 122, 81, fill=_MUTED)


def _cards(scene: Scene, top: float, floor: float) -> Iterator[SafeString]:
    """The cards side by side, as large as they fit. They overlap if they would be too small otherwise."""
    count = len(scene.cards) or scene.backs
    if not count:
        return
    room = _RIGHT - _LEFT
    highest = min(floor - top, _CARD_MOST) * art.CARD_WIDTH / art.CARD_HEIGHT
    width = min(highest, max((room - (count - 1) * _GAP) / count, _CARD_LEAST))
    step = min(width + _GAP, (room - width) / max(count - 1, 1))
    y = floor - width * art.CARD_HEIGHT / art.CARD_WIDTH
    for place in range(count):
        x = _LEFT + place * step
        if scene.cards:
            yield art.card(scene.cards[place], x=x, y=y, width=width)
        else:
            yield art.card_back(x=x, y=y, width=width)


def _facts(facts: tuple[Fact, ...]) -> Iterator[SafeString]:
    """Columns at the foot, such as players with their points."""
    if not facts:
        return
    yield mark_safe('<path d="M24 496H1176V606H24Z" fill="#CDA874"/>')
    column = (_RIGHT - _LEFT) / max(len(facts), 3)
    for place, fact in enumerate(facts):
        x = _LEFT + place * column
        value = fitted(fact.value, SERIF, width=column - 16, lines=1, largest=46, smallest=24)
        label = fitted(fact.label, SANS, width=column - 16, lines=1, largest=30, smallest=17)
        yield _text(value.lines[0], SERIF, value.size, x, _FACTS_TOP + 50, fill=_WOOD_INK)
        yield _text(label.lines[0], SANS, label.size, x, _FACTS_TOP + 86, fill=_WOOD_INK)


def _text(line: str, font: str, size: float, x: float, y: float, *, fill: str = _INK) -> SafeString:
    return format_html(
        '<text x="{}" y="{}" font-family="{}" font-weight="{}" font-size="{}" fill="{}">{}</text>',
        round(x, 1), round(y, 1), _FAMILIES[font], 700 if font == SERIF else 500, round(size, 1), fill, line,
    )  # fmt: skip
