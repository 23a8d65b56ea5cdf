"""Words of the log."""

from __future__ import annotations

from typing import Final

from django import template
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.staff.reasons import reason_named
from games.models import Move
from games.table import Entry, Opening
from games.table.words import player_label, subject_name
from games.web.card_words import short_card, spoken_cards

register = template.Library()

Words = str | Promise

# `name` is the player, or "You" for the viewer: other languages need another form of the verb then.
DID: Final[dict[str, Words]] = {
    "lead": _("{name} opened with {value}"),
    "play": _("{name} played {value}"),
    "out": _("{name} went out with {value}"),
    "pass": _("{name} passed"),
    "resign": _("{name} resigned"),
    "handover": _("{name} is away: a caretaker bot plays on"),
    "return": _("{name} took the seat back"),
    "undo": _("{name} took a turn back"),
}
I_DID: Final[dict[str, Words]] = {
    "lead": pgettext_lazy("name is “You”", "{name} opened with {value}"),
    "play": pgettext_lazy("name is “You”", "{name} played {value}"),
    "out": pgettext_lazy("name is “You”", "{name} went out with {value}"),
    "pass": pgettext_lazy("name is “You”", "{name} passed"),
    "resign": pgettext_lazy("name is “You”", "{name} resigned"),
    "handover": pgettext_lazy("name is “You”", "{name} are away: a caretaker bot plays on"),
    "return": pgettext_lazy("name is “You”", "{name} took the seat back"),
    "undo": pgettext_lazy("name is “You”", "{name} took a turn back"),
}
TIME_RAN_OUT: Final[dict[str, Words]] = {
    "lead": _("{name}: time ran out, laid {value}"),
    "play": _("{name}: time ran out, laid {value}"),
    "out": _("{name}: time ran out, went out with {value}"),
    "pass": _("{name}: time ran out, passed"),
}
BY: Final[dict[str, Words]] = {
    "moderator": _("by a moderator"),
    "auto": _("by standing order"),
    "bot": _("by the caretaker"),
}
# Acts of moderators; {whose} is a name, or "you" for the viewer.
_ACTS: Final[dict[str, Words]] = {
    "pause": _("{name} paused the game"),
    "resume": _("{name} let the game go on"),
    "extend": _("{name} gave {whose} more time"),
    "bot": _("{name} had a bot play for {whose}"),
    "replace": _("{name} gave a seat to another player: {whose}"),
    "take_back": _("{name} took turns back"),
    "cancel": _("{name} cancelled the game"),
    "lock_chat": _("{name} locked the chat"),
    "unlock_chat": _("{name} opened the chat again"),
    "unrate": _("{name} took the game out of the ratings"),
    "rate": _("{name} let the game count for the ratings"),
}
_ROLES: Final[dict[str, Words]] = {
    "administrator": _("An administrator"),
    "moderator": _("A moderator"),
    "helper": _("A helper"),
    "": _("Somebody of the staff of that time"),
}


@register.filter
def entry_html(entry: Entry) -> SafeString:
    name, whose = format_html("<b>{}</b>", _name(entry)), format_html("<b>{}</b>", _whose(entry))
    return format_html(_line(entry), name=name, whose=whose, value=entry.value)


@register.filter
def by_words(entry: Entry | None) -> str:
    """Who acted in the player's place, or ""."""
    if entry is None or entry.kind == "act" or (entry.by == "bot" and entry.player.is_bot):
        return ""
    return str(BY.get(entry.by, ""))


@register.filter
def entry_text(entry: Entry) -> str:
    sentence = _line(entry).format(name=_name(entry), whose=_whose(entry), value=entry.value)
    if entry.took:
        took = gettext("{sentence} and took {card}")
        if entry.player.is_me:
            took = pgettext("name is “You”", "{sentence} and took {card}")
        sentence = took.format(sentence=sentence, card=short_card(entry.took))
    by = by_words(entry)
    sentence = f"{sentence} ({by})." if by else f"{sentence}."
    if not entry.reason:
        return sentence
    return gettext("{sentence} The reason: {reason}").format(sentence=sentence, reason=entry.reason)


def _whose(entry: Entry) -> str:
    if entry.about is None:
        return ""
    return pgettext("whom it concerns", "you") if entry.about.is_me else entry.about.name


def _name(entry: Entry) -> str:
    return player_label(entry.player) if entry.by == Move.By.TIMEOUT else subject_name(entry.player)


def _line(entry: Entry) -> str:
    if entry.kind == "act":
        return str(_ACTS[entry.act])
    if entry.by == Move.By.TIMEOUT:
        return str(TIME_RAN_OUT[entry.kind])
    return str((I_DID if entry.player.is_me else DID)[entry.kind])


@register.filter
def full_entry_html(entry: Entry) -> SafeString:
    line = entry_html(entry)
    if len(entry.cards) > 0:
        line = format_html("{} ({})", line, spoken_cards(entry.cards))
    if entry.took:
        line = format_html(gettext("{line}, took {card}"), line=line, card=short_card(entry.took))
    by = by_words(entry)
    if by:
        line = format_html("{} ({})", line, by)
    if entry.reason:
        line = format_html(gettext("{line}. The reason: {reason}"), line=line, reason=entry.reason)
    return line


@register.filter
def with_names(reason: str) -> str:
    """Put names into a stored reason. One query if it refers to accounts."""
    return reason_named(reason)


@register.filter
def opening_words(opening: Opening) -> str:
    words = gettext("{who}, after turn {turn} of hand {hand}")
    return words.format(who=_ROLES[opening.role], turn=opening.turn, hand=opening.hand)
