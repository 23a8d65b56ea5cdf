"""Cards, numerals and shields as inline SVG, coloured by cards.css, after one `{% card_sprite %}` on the page."""

from __future__ import annotations

import hashlib
import re
from typing import Any, Final, Literal, Protocol

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.engine import GOAT, Card
from games.web.cached.fragments import cached, everywhere
from games.web.card_words import short_card

Size = Literal["s", "t", "m", "tm", "sm"]

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
    "O": pgettext_lazy("card sign", "low sun"),
    "X": _("horns"),
}
ARCHETYPES: Final = (
    pgettext_lazy("card figure", "goat"),
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

# Parts of the sprite for each size, back to front, with their classes in cards.css.
_MARKS: Final = (("n{n}", "at-num"), ("s{c}", "at-sign"))
_WEAVE: Final = ("w{c}", "at-weave")
_FULL: Final = (("base", ""), ("stone", ""), _WEAVE, *_MARKS, ("f{n}", ""))
_PARTS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "s": (("mbase", ""), *_MARKS),
    "t": (("base", ""), ("stone", ""), *_MARKS, ("f{n}", "")),
    "m": _FULL,
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

FIGURES: Final = (
    _("Raven"),
    _("Fox"),
    _("Bear"),
    _("Elk"),
    _("Owl"),
    _("Hare"),
    _("Salmon"),
    _("Whale"),
    _("Ship"),
    _("Tree"),
    _("Mountain"),
    _("Moon"),
)
"""On people's shields, in the order of partials/avatar_sprite.html."""

AVATARS: Final = len(FIGURES) * len(COLOUR_NAMES)
"""An avatar is a figure's place times the number of colours, plus a colour's place."""

# Numbers of the cards whose figures the bots are named after; partials/bot_figures.html has them.
_BOT_FIGURES: Final = {"skald": 2, "seidmadr": 4, "hirdman": 6, "berserker": 7, "jarl": 9}
_PATTERNS: Final = 2  # boards in partials/shield.html
_DYES: Final = 10  # `dyes-0` to `dyes-9` in cards.css

register = template.Library()


class AvatarOwner(Protocol):
    @property
    def pk(self) -> Any: ...

    @property
    def name(self) -> str: ...


@register.simple_tag
@cached(everywhere)
def card_sprite() -> SafeString:
    return render_to_string("partials/card_sprite.html")


@register.filter
def card_name(card: object) -> str:
    """Words like "red 6, hirdman". Raises ValueError."""
    drawn = _parse(card)
    if drawn == GOAT:
        return gettext("goat, 0")
    return gettext("{card}, {figure}").format(card=short_card(drawn), figure=ARCHETYPES[drawn.number])


@register.filter
def colour_name(letter: str) -> str:
    return str(ARCHETYPES[0] if letter == GOAT.colour else COLOUR_NAMES[letter])


@register.filter
def sign_name(letter: str) -> str:
    return str(SIGN_NAMES[letter])


@register.simple_tag
def card(code: object, size: Size = "m", css: str = "", *, decorative: bool = False) -> SafeString:
    """A card. `size`: s (up to 40 px wide), t (52-62), m (63-139), l (from 140); tm and sm switch at a window of 700
    px. `css`: further classes. `decorative`: hide it from screen readers.
    """
    return _card(_parse(code), size, css, "" if decorative else get_language() or settings.LANGUAGE_CODE)


@cached(everywhere)
def _card(drawn: Card, size: Size, css: str, language: str) -> SafeString:
    """The card, named in the active `language`; "" draws it without a name."""
    letter = _sprite_letter(drawn.colour)
    parts = (_part(name.format(c=letter, n=drawn.number), place) for name, place in _PARTS[size])
    return format_html(
        '<svg class="card card-{} card-{}{}" viewBox="0 0 100 140" {}>{}</svg>',
        size,
        drawn.colour,
        f" {css}" if css else "",
        _naming(card_name(drawn) if language else ""),
        format_html_join("", "{}", ((part,) for part in parts)),
    )


@register.simple_tag
@cached(everywhere)
def card_back(size: Size = "m", css: str = "", label: str = "") -> SafeString:
    """The back of a card, hidden from screen readers without a `label`. Sizes as for `card`."""
    return format_html(
        '<svg class="card-back card-{}{}" viewBox="0 0 100 140" {}><use href="#c-back{}"/></svg>',
        size,
        f" {css}" if css else "",
        _naming(label),
        "s" if size == "s" else "",
    )


@register.simple_tag
@cached(everywhere)
def sign(letter: str) -> SafeString:
    return format_html(
        '<svg class="sign-chip card-{}" viewBox="-5 -5 34 34" aria-hidden="true"><use href="#c-s{}"/></svg>',
        letter,
        _sprite_letter(letter),
    )


@register.simple_tag
@cached(everywhere)
def value_numerals(value: int | str, css: str = "") -> SafeString:
    """The value in numerals, `--numerals-h` high."""
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
@cached(everywhere)
def avatar_sprite() -> SafeString:
    return render_to_string("partials/avatar_sprite.html")


@register.simple_tag
def shield(person: AvatarOwner | str | None, css: str = "", name: str = "") -> SafeString:
    """A person's round shield with the figure and colour that they chose, or those of their id; hidden from screen
    readers. After `{% avatar_sprite %}`.

    `person`: an account, a name, or None for an empty seat (a dashed ring). `name`: the name at this seat, if it
    differs: a bot's further seats ("Jarl 2") carry their number and other dyes. Bots bear the figure that they are
    named after, also without an account (in practice), on boards that no person gets.
    """
    if not person:
        return _shield(css, None)
    if not (getattr(person, "is_bot", False) or getattr(person, "is_outside_bot", False)):
        return _avatar(avatar_of(person), css)
    name = name or (person if isinstance(person, str) else person.name)
    number = name.rpartition(" ")[2] if re.fullmatch(r".+ [2-6]", name) else ""
    stem = name.removesuffix(f" {number}").strip().casefold()
    pattern, dyes = _digest(f"board:{stem}")
    dyes = (dyes + int(number or 1) - 1) % _DYES
    return _shield(css, pattern % _PATTERNS, dyes, stem[:1].upper()[:1], number, _BOT_FIGURES.get(stem))


def avatar_of(person: AvatarOwner | str) -> int:
    """The person's picture: chosen, or derived from the id or name."""
    chosen: int | None = getattr(person, "avatar", None)
    if chosen is not None:
        return chosen % AVATARS
    first, second = _digest(f"name:{person.casefold()}" if isinstance(person, str) else f"account:{person.pk}")
    return (first * 256 + second) % AVATARS


@cached(everywhere)
def _avatar(avatar: int, css: str) -> SafeString:
    figure, colour = divmod(avatar, len(COLOUR_NAMES))
    return format_html(
        '<svg class="shield avatar card-{}{}" viewBox="-4 -4 56 56" aria-hidden="true"><use href="#a{}"/></svg>',
        list(COLOUR_NAMES)[colour],
        f" {css}" if css else "",
        figure,
    )


@cached(everywhere)
def _shield(
    css: str, pattern: int | None, dyes: int = 0, initial: str = "", number: str = "", figure: int | None = None
) -> SafeString:
    drawn = {"css": css, "pattern": pattern, "dyes": dyes, "initial": initial, "number": number, "figure": figure}
    return render_to_string("partials/shield.html", drawn)


def _digest(text: str) -> tuple[int, int]:
    first, second = hashlib.sha256(text.encode()).digest()[:2]
    return first, second


def _parse(card: object) -> Card:
    return card if isinstance(card, Card) else Card.parse(str(card))


def _sprite_letter(colour: str) -> str:
    """The colour's letter in the sprite, which calls the horns N."""
    return "N" if colour == GOAT.colour else colour


def _part(name: str, css: str) -> SafeString:
    if not css:
        return format_html('<use href="#c-{}"/>', name)
    return format_html('<use href="#c-{}" class="{}"/>', name, css)


def _naming(name: str) -> SafeString:
    """Attributes that name a picture, or hide it from screen readers."""
    if name:
        return format_html('role="img" aria-label="{}"', name)
    return mark_safe('aria-hidden="true"')
