"""Cards, carved numerals and painted shields as inline SVG. Needs `{% card_sprite %}` once on the page and cards.css."""

from __future__ import annotations

import hashlib
from typing import Any, Final, Literal, Protocol

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

Size = Literal["s", "t", "m", "l", "tm", "sm"]

COLOUR_NAMES: Final = {
    "B": pgettext_lazy("card colour", "blue"),
    "R": pgettext_lazy("card colour", "red"),
    "P": pgettext_lazy("card colour", "pink"),
    "G": pgettext_lazy("card colour", "green"),
    "K": pgettext_lazy("card colour", "black"),
    "O": pgettext_lazy("card colour", "orange"),
}
SIGN_NAMES: Final = {
    "B": _("wave"),
    "R": _("flame"),
    "P": _("heather"),
    "G": _("fir"),
    "K": _("iron ring"),
    "O": _("low sun"),
    "X": _("horns"),
}
ARCHETYPES: Final = (
    _("goat"),
    _("healer"),
    _("skald"),
    _("spy"),
    _("seidmadr"),
    _("völva"),
    _("hirdman"),
    _("berserker"),
    _("styrimadr"),
    _("jarl"),
)

# The sprite's parts back to front for each size, with the class by which cards.css places or hides them.
_MARKS: Final = (("n{n}", "at-num"), ("s{c}", "at-sign"))
_WEAVE: Final = ("w{c}", "at-weave")
_FULL: Final = (("base", ""), ("stone", ""), _WEAVE, *_MARKS, ("f{n}", ""))
_PARTS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "s": (("mbase", ""), *_MARKS),
    "t": (("base", ""), ("stone", ""), *_MARKS, ("f{n}", "")),
    "m": _FULL,
    "l": (("base", ""), ("stone", ""), ("hair", ""), _WEAVE, *_MARKS, ("f{n}", "")),
    "tm": _FULL,
    "sm": (
        ("mbase", "only-s"),
        ("base", "only-m"),
        ("stone", "only-m"),
        ("w{c}", "only-m"),
        *_MARKS,
        ("f{n}", "only-m"),
    ),
}

# Boards of a shield on a 48 grid, painted in the second dye over the first: star, halves, quarters, whirl, rays, pales.
_PATTERNS: Final = (
    "M24 2 29 19 46 24 29 29 24 46 19 29 2 24 19 19Z",
    "M2 24A22 22 0 0 0 46 24Z",
    "M24 24V2A22 22 0 0 1 46 24ZM24 24V46A22 22 0 0 1 2 24Z",
    (
        "M24 24Q14.8 12.2 24 2A22 22 0 0 1 39.6 8.44Q25.8 9.11 24 24ZM24 24Q35.8 14.8 46 24A22 22 0 0 1 39.6 39.6Q38.9 "
        "25.8 24 24ZM24 24Q33.2 35.8 24 46A22 22 0 0 1 8.44 39.6Q22.2 38.9 24 24ZM24 24Q12.2 33.2 2 24A22 22 0 0 1 8.44 "
        "8.44Q9.11 22.2 24 24Z"
    ),
    (
        "M24 24 19.7 2.42A22 22 0 0 1 28.3 2.42ZM24 24 36.2 5.71A22 22 0 0 1 42.3 11.8ZM24 24 45.6 19.7A22 22 0 0 1 45.6 "
        "28.3ZM24 24 42.3 36.2A22 22 0 0 1 36.2 42.3ZM24 24 28.3 45.6A22 22 0 0 1 19.7 45.6ZM24 24 11.8 42.3A22 22 0 0 1 "
        "5.71 36.2ZM24 24 2.42 28.3A22 22 0 0 1 2.42 19.7ZM24 24 5.71 11.8A22 22 0 0 1 11.8 5.71Z"
    ),
    (
        "M8.5 8.39A22 22 0 0 1 15.5 3.71V44.3A22 22 0 0 1 8.5 39.6ZM32.5 3.71A22 22 0 0 1 39.5 8.39V39.6A22 22 0 0 1 32.5 "
        "44.3ZM20.5 2.28A22 22 0 0 1 27.5 2.28V45.7A22 22 0 0 1 20.5 45.7Z"
    ),
)
_DYES: Final = 10  # pairs `dyes-0` to `dyes-9` in cards.css

register = template.Library()


class Person(Protocol):
    """What a shield is painted for: an account, or anything with its key and its name to show."""

    @property
    def pk(self) -> Any: ...

    @property
    def name(self) -> str: ...


@register.inclusion_tag("partials/card_sprite.html")
def card_sprite() -> dict[str, object]:
    """The drawn parts that every card on the page points into: once a page, before the first card."""
    return {}


@register.filter
def card_name(card: object) -> str:
    """Return a card's name in words, "red 6, hirdman"; `card` is a Card or its text. ValueError when it is neither."""
    colour, number = _parse(card)
    if colour == "X":
        return gettext("goat, 0")
    words = {"colour": COLOUR_NAMES[colour], "number": number, "archetype": ARCHETYPES[number]}
    return gettext("%(colour)s %(number)s, %(archetype)s") % words


@register.filter
def colour_name(letter: str) -> str:
    """Return "red" for `R`; the goat, which has every colour, is called "goat"."""
    return str(ARCHETYPES[0] if letter == "X" else COLOUR_NAMES[letter])


@register.filter
def sign_name(letter: str) -> str:
    """Return the word for a colour's sign: "flame" for `R`."""
    return str(SIGN_NAMES[letter])


@register.simple_tag
def card(code: object, size: Size = "m", css: str = "", *, decorative: bool = False) -> SafeString:
    """Draw a card, named for those who do not see it.

    `size`: s (to 40 px wide), t (52-62), m (63-139), l (140 and more), tm and sm (the first below a window of 700 px,
    the second above). `css` adds classes. `decorative` leaves the name out, where the words beside it say the same.
    """
    colour, number = _parse(code)
    letter = "N" if colour == "X" else colour
    parts = (_part(name.format(c=letter, n=number), place) for name, place in _PARTS[size])
    return format_html(
        '<svg class="card card-{} card-{}{}" viewBox="0 0 100 140" {}>{}</svg>',
        size,
        colour,
        f" {css}" if css else "",
        _naming("" if decorative else card_name(code)),
        format_html_join("", "{}", ((part,) for part in parts)),
    )


@register.simple_tag
def card_back(size: Size = "m", css: str = "", label: str = "") -> SafeString:
    """Draw the back of a card; decorative unless `label` names it. Sizes as for `card`."""
    return format_html(
        '<svg class="card-back card-{}{}" viewBox="0 0 100 140" {}><use href="#c-back{}"/></svg>',
        size,
        f" {css}" if css else "",
        _naming(label),
        "s" if size == "s" else "",
    )


@register.simple_tag
def sign(letter: str) -> SafeString:
    """Draw one colour's sign on its own ground, decorative: its name stands beside it."""
    return format_html(
        '<svg class="sign-chip card-{}" viewBox="-5 -5 34 34" aria-hidden="true"><use href="#c-s{}"/></svg>',
        letter,
        "N" if letter == "X" else letter,
    )


@register.simple_tag
def value_numerals(value: int | str, css: str = "") -> SafeString:
    """Write a set's value in carved numerals, as high as `--numerals-h`, in the colour of the text around."""
    digits = str(value)
    if not digits.isascii() or not digits.isdigit():
        raise ValueError(f"not a value: {digits!r}")
    starts, width = [], 0
    for digit in digits:
        starts.append(width - 3 if digit == "1" else width)  # the 1 is narrow
        width += 18 if digit == "1" else 25
    uses = ((digit, start) for digit, start in zip(digits, starts, strict=True))
    return format_html(
        '<svg class="numerals{}" viewBox="0 0 {} 36" {}>{}</svg>',
        f" {css}" if css else "",
        width - 1,
        _naming(digits),
        format_html_join("", '<use href="#c-n{}" x="{}"/>', uses),
    )


@register.simple_tag
def shield(person: Person | str | None, css: str = "") -> SafeString:
    """Draw a person's painted round shield, the same one every time; decorative: the name stands beside it.

    `person` is an account, a name, or None for an empty seat (a dashed ring).
    """
    extra = f" {css}" if css else ""
    if not person:
        ring = mark_safe('<circle cx="24" cy="24" r="21"/>')
        return format_html(
            '<svg class="shield shield-empty{}" viewBox="0 0 48 48" aria-hidden="true">{}</svg>', extra, ring
        )
    name = person if isinstance(person, str) else person.name
    key = f"name:{name.casefold()}" if isinstance(person, str) else f"account:{person.pk}"
    pattern, dyes = hashlib.sha256(key.encode()).digest()[:2]
    return format_html(
        '<svg class="shield dyes-{}{}" viewBox="0 0 48 48" aria-hidden="true"><circle class="dye-1" cx="24" cy="24" r="22"/>'
        '<path class="dye-2" d="{}"/><circle class="rim" cx="24" cy="24" r="21.9" stroke-width="4.2"/>'
        '<circle class="boss" cx="24" cy="24" r="10"/><text x="24" y="28.2">{}</text></svg>',
        dyes % _DYES,
        extra,
        _PATTERNS[pattern % len(_PATTERNS)],
        name.strip()[:1].upper()[:1],
    )


def _parse(card: object) -> tuple[str, int]:
    """Split a Card or its text into colour letter and number."""
    text = str(card)
    if text == "X0":
        return "X", 0
    if len(text) != 2 or text[0] not in COLOUR_NAMES or text[1] not in "123456789":
        raise ValueError(f"not a card: {text!r}")
    return text[0], int(text[1])


def _part(name: str, css: str) -> SafeString:
    """Point to one part of the sprite."""
    if not css:
        return format_html('<use href="#c-{}"/>', name)
    return format_html('<use href="#c-{}" class="{}"/>', name, css)


def _naming(name: str) -> SafeString:
    """The attributes that name a picture, or that keep it from being read out."""
    if name:
        return format_html('role="img" aria-label="{}"', name)
    return mark_safe('aria-hidden="true"')
