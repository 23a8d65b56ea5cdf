"""Texts with which the page's script draws turns. They are those of the server, with `{…}` for the script to fill."""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from typing import Any, Final, NamedTuple, cast

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, npgettext, override, pgettext

from games.engine import COLOURS, GOAT
from games.table.drawing.pieces import ME, SOMEONE, pieces
from games.table.log_words import DID, I_DID
from games.table.players import Player
from games.table.view_model import SetView
from games.table.words import (
    beat_words,
    beaten_words,
    owner_words,
    subject_name,
    won_words,
)
from games.web.card_art import ARCHETYPES, colour_name

register = template.Library()

MAX_HAND: Final = 9
_DRAWN: Final = ("lead", "play", "pass")


@register.simple_tag
def drawing_words_url() -> str:
    language = get_language() or settings.LANGUAGE_CODE
    return reverse("games:drawing_words", args=[language, words_json(language).digest])


class WordsJson(NamedTuple):
    text: str
    digest: str


@cache
def words_json(language: str) -> WordsJson:
    with override(language):
        text = json.dumps(drawing_words(), ensure_ascii=False, separators=(",", ":"))
    return WordsJson(text, hashlib.sha256(text.encode()).hexdigest()[:12])


def drawing_words() -> dict[str, Any]:
    """The words, by name. Lists are by number of cards. Pairs are the words about others and about the viewer."""
    return {
        **_turn_words(),
        **_set_words(),
        **_bar_words(),
        **_below_words(),
        **pieces(),
        "counts": [npgettext("after a number", "card", "cards", count) for count in range(MAX_HAND + 1)],
        "tags": {
            "play": pgettext("tag of a seat", "To play"),
            "lead": gettext("To lead"),
            "last": gettext("Last card"),
            "passed": pgettext("tag of a seat", "Passed"),
            "owns": gettext("Set to beat"),
        },
        "pick_up": gettext("Pick up"),
        "known": gettext("Known cards:"),
        "colours": {letter: colour_name(letter) for letter in (*COLOURS, GOAT.colour)},
        "figures": [str(name) for name in ARCHETYPES],
        "figure": gettext("{card}, {figure}"),
        "goat_card": gettext("goat, 0"),
        "picked_up": gettext("picked up last"),
        "has_until": [gettext("{name} has {until}."), gettext("You have {until}.")],
        "no_clock": gettext("No clock is running."),
    }


def _turn_words() -> dict[str, Any]:
    return {
        "me": subject_name(ME),
        "did": {kind: [str(DID[kind]), str(I_DID[kind])] for kind in _DRAWN},
        "and_took": gettext("{line}, picked up {card}"),
        "took_card": _block(gettext("picked up %(card)s")),
        "took": gettext("picked up"),
        "won": [won_words(_set(player), cast(int, "{number}")) for player in (SOMEONE, ME)],
        "log": _block(gettext("Hand %(hand)s, round %(round)s, newest first")),
        "order": [
            gettext("{name} plays after you"),
            gettext("You play after {names}"),
            gettext("{count} others play before you"),
        ],
    }


def _set_words() -> dict[str, Any]:
    return {
        "owner": [owner_words(_set(player)) for player in (SOMEONE, ME)],
        "beaten": [beaten_words(_set(player)) for player in (SOMEONE, ME)],
        "beaten_value": _block(gettext("Beaten: %(value)s")),
        "taken": capfirst(_block(gettext("picked up %(card)s"))),
        "took_from": [gettext("{name} picked up {card}"), pgettext("name is “You”", "{name} picked up {card}")],
        "set_goat": gettext("only the goat"),
        "set_one": gettext("1 card, {colour}"),
        "set_with_goat": gettext("{count} cards, {colour} with the goat"),
        "set_colour": gettext("{count} cards, {colour}"),
        "set_number": gettext("{count} cards, each a {number}"),
        "leads_round": [
            _block(gettext("%(name)s leads round %(number)s")),
            _block(gettext("You lead round %(number)s")),
        ],
    }


def _bar_words() -> dict[str, Any]:
    sets = [_set(SOMEONE, count) for count in range(1, MAX_HAND + 1)]
    return {
        "your_turn": gettext("Your turn"),
        "waiting": pgettext("at the table", "Waiting"),
        "to_act": gettext("{name}’s turn"),
        "may_lead": gettext("{name} leads: one card, or all cards if they make a set"),
        "only_more": gettext("Only a set of {more} beats {value}"),
        "beat": ["", *map(beat_words, sets)],
        "need_lead": gettext("Lead with one card"),
        "need_lead_all": gettext("Lead with one card, or all {count}"),
        "need_of_two": gettext("If {name} passes, you lead"),
        "need_of_all": gettext("If everyone passes, you lead"),
        "you_took": _block(gettext("You picked up %(card)s")),
        "only_pass": gettext("You can only pass"),
        "choose": gettext("Choose your cards"),
        "ahead": gettext("You can already choose cards"),
    }


def _below_words() -> dict[str, Any]:
    waiting = gettext("Planned turns wait a moment, so nobody can tell it wasn’t you.")
    acting = gettext("New plans start with your next turn.")
    first = gettext("Planned sets come first, then going out, then passing. When you lead, you choose yourself.")
    return {
        "more_time": _block(gettext("Give %(name)s one more day")),
        "seen_mine": gettext("yours"),
        "seen_shown": gettext("yours, and everyone knows it"),
        "seen_table": gettext("on the table"),
        "seen_gone": gettext("discarded"),
        "seen_unseen": gettext("not seen"),
        "seen_held": gettext("{name} holds it"),
        "seen_counts": _block(gettext("Discarded: %(gone)s. Not seen: %(unseen)s.")),
        "order_pass": gettext("Pass this round"),
        "orders_help": [f"{words} {first}" for words in (waiting, acting)],
    }


def _set(owner: Player, count: int = 0) -> SetView:
    return SetView(("B1",) * count, cast(int, "{value}"), owner)


def _block(words: str) -> str:
    """A template's words, with `{…}`."""
    return re.sub(r"%\((\w+)\)s", r"{\1}", words)
