"""The site's cards and figures as SVG that needs no CSS variables, which resvg lacks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final
from xml.etree import ElementTree

from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.engine import GOAT, Card
from games.web.card_art import COLOUR_NAMES

CARD_WIDTH: Final = 100
CARD_HEIGHT: Final = 140
_STOCK: Final = "#FBF4E4"

# Field, shade and tint of each colour, and what is drawn on them, as in tokens.css.
_DYES: Final = {
    "B": ("#2F62A3", "#214A80", "#8FB3DD", _STOCK),
    "R": ("#B23A2E", "#872519", "#E59A8E", _STOCK),
    "P": ("#CC5F91", "#9C3A69", "#F0B6D0", _STOCK),
    "G": ("#3F7D4C", "#2B5B37", "#9CCBA4", _STOCK),
    "K": ("#3E4046", "#232429", "#9B9DA6", _STOCK),
    "O": ("#CA7214", "#A3580A", "#F5C589", _STOCK),
    "X": ("#E6DABF", "#D2C19C", "#3A2F1E", "#3A2F1E"),
}
# As in cards.css, with a class for each colour around the shapes.
_PLAIN_RULES: Final = """
.c-stock,.c-bstock{fill:#FBF4E4}.c-num,.c-li,.c-ls,.c-weave{fill:none}
.c-num{stroke-width:5.8;stroke-miterlimit:10}.c-li,.c-ls{stroke-linecap:round}
.c-weave{stroke-width:2.2;opacity:.62}.c-bfield{fill:#1E4550}.c-bc{fill:none;stroke:#1E4550}
.c-bi{fill:none;stroke:#D9C79B}
"""
_DYED_RULES: Final = (
    ".{c} .c-field{{fill:{field}}}.{c} .c-selv,.{c} .c-stone,.{c} .c-s{{fill:{shade}}}.{c} .c-i{{fill:{ivory}}}"
    ".{c} .c-num,.{c} .c-li{{stroke:{ivory}}}.{c} .c-ls{{stroke:{shade}}}.{c} .c-sign{{color:{ivory}}}"
    ".{c} .c-weave{{stroke:{tint}}}.{c} .c-wf{{fill:{tint};stroke:none}}"
)
_AT_NUMBER: Final = "translate(7.5 10) scale(.9167)"
_AT_SIGN: Final = "translate(9 51) scale(.8333)"


def rules() -> SafeString:
    """The style sheet of all cards and figures."""
    dyed = (
        _DYED_RULES.format(c=f"dyed-{letter}", field=field, shade=shade, tint=tint, ivory=ivory)
        for letter, (field, shade, tint, ivory) in _DYES.items()
    )
    return mark_safe(_PLAIN_RULES + "".join(dyed))  # noqa: S308 # the colours above


def card(code: str, *, x: float, y: float, width: float) -> SafeString:
    """The card's face. Raises ValueError for what is no card."""
    drawn = Card.parse(code)
    sign = "N" if drawn == GOAT else drawn.colour
    names = ("c-base", "c-stone", f"c-w{sign}", f"c-f{drawn.number}")
    placed = ((f"c-n{drawn.number}", _AT_NUMBER), (f"c-s{sign}", _AT_SIGN))
    drawing = format_html(
        "{}{}",
        format_html_join("", "{}", ((_shape(name),) for name in names)),
        format_html_join("", '<g transform="{}">{}</g>', ((at, _shape(name)) for name, at in placed)),
    )
    return _placed(drawing, f"dyed-{drawn.colour}", x=x, y=y, scale=width / CARD_WIDTH)


def card_back(*, x: float, y: float, width: float) -> SafeString:
    return _placed(_shape("c-backs"), "", x=x, y=y, scale=width / CARD_WIDTH)


def avatar(number: int, *, x: float, y: float, width: float) -> SafeString:
    """A person's figure on its colour, as a disc."""
    figure, place = divmod(number, len(COLOUR_NAMES))
    colour = list(COLOUR_NAMES)[place]
    disc = format_html(
        '<circle cx="24" cy="24" r="28" fill="{}"/><circle cx="24" cy="24" r="28" fill="none" stroke="{}"/>{}',
        _DYES[colour][0],
        _STOCK,
        _shape(f"a{figure}"),
    )
    scale = width / 56
    return _placed(disc, f"dyed-{colour}", x=x + 4 * scale, y=y + 4 * scale, scale=scale)


def _placed(drawing: SafeString, css: str, *, x: float, y: float, scale: float) -> SafeString:
    return format_html(
        '<g class="{}" transform="translate({} {}) scale({})">{}</g>',
        css,
        round(x, 1),
        round(y, 1),
        round(scale, 4),
        drawing,
    )


def _shape(name: str) -> SafeString:
    return _shapes()[name]


@cache
def _shapes() -> Mapping[str, SafeString]:
    """The shapes of both sprites, by id, without their ids: a picture may have them several times."""
    shapes: dict[str, SafeString] = {}
    for template in ("partials/card_sprite.html", "partials/avatar_sprite.html"):
        root = ElementTree.fromstring(render_to_string(template))  # noqa: S314 # the site's own template
        for shape in root.iter():
            name = shape.attrib.pop("id", "")
            if name:
                shapes[name] = mark_safe(  # noqa: S308 # likewise
                    ElementTree.tostring(shape, encoding="unicode")
                )
    return shapes
