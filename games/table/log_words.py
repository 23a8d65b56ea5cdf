"""Words of the log."""

from __future__ import annotations

from typing import Final

from django import template
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.staff.reasons import reason_named
from games.models import Move
from games.table import CardOpening, Entry
from games.table.words import player_label, subject_name
from games.web.card_words import short_card, spoken_cards
from games.web.sentences import labelled

register = template.Library()

Words = str | Promise

# `name` is the player, or "You" for the viewer: other languages need another form of the verb then.
DID: Final[dict[str, Words]] = {
    "lead": _("{name} led {value}"),
    "play": _("{name} played {value}"),
    "out": _("{name} went out with {value}"),
    "pass": _("{name} passed"),
    "resign": _("{name} resigned"),
    "handover": _("A stand-in bot plays for {name}"),
    "return": _("{name} came back"),
    "undo": _("{name} took back a turn"),
}
I_DID: Final[dict[str, Words]] = {
    "lead": pgettext_lazy("name is “You”", "{name} led {value}"),
    "play": pgettext_lazy("name is “You”", "{name} played {value}"),
    "out": pgettext_lazy("name is “You”", "{name} went out with {value}"),
    "pass": pgettext_lazy("name is “You”", "{name} passed"),
    "resign": pgettext_lazy("name is “You”", "{name} resigned"),
    "handover": pgettext_lazy("name is “You”", "A stand-in bot plays for you"),
    "return": pgettext_lazy("name is “You”", "{name} came back"),
    "undo": pgettext_lazy("name is “You”", "{name} took back a turn"),
}
TIME_RAN_OUT: Final[dict[str, Words]] = {
    "lead": _("{name}: time ran out, played {value}"),
    "play": _("{name}: time ran out, played {value}"),
    "out": _("{name}: time ran out, played {value}"),
    "pass": _("{name}: time ran out, passed"),
}
BY: Final[dict[str, Words]] = {
    "moderator": _("by a moderator"),
    "auto": _("as planned"),
    "bot": _("by a stand-in bot"),
}
# Acts of moderators; the player concerned follows.
ACTS: Final[dict[str, Words]] = {
    "pause": _("A moderator paused the game"),
    "resume": _("A moderator resumed the game"),
    "extend": _("A moderator gave more time"),
    "bot": _("A moderator gave a seat to a bot"),
    "replace": _("A moderator gave a seat to another player"),
    "take_back": _("A moderator took back turns"),
    "cancel": _("A moderator cancelled the game"),
    "lock_chat": _("A moderator locked the chat"),
    "unlock_chat": _("A moderator unlocked the chat"),
    "unrate": _("A moderator made the game unrated"),
    "rate": _("A moderator made the game rated"),
}
_ROLES: Final[dict[str, Words]] = {
    "administrator": _("An administrator"),
    "moderator": _("A moderator"),
    "helper": _("A helper"),
    "": _("The site team"),
}


@register.filter
def entry_html(entry: Entry) -> SafeString:
    line = format_html(_entry_line(entry), name=format_html("<b>{}</b>", _name(entry)), value=entry.value)
    if entry.about is None:
        return line
    return format_html(labelled("{}", "{}"), line, format_html("<b>{}</b>", player_label(entry.about)))


@register.filter
def by_words(entry: Entry | None) -> str:
    """Words about the bot or moderator that acted in the player's place, or ""."""
    if entry is None or entry.kind == "act" or (entry.by == "bot" and entry.player.is_bot):
        return ""
    return str(BY.get(entry.by, ""))


@register.filter
def entry_text(entry: Entry) -> str:
    sentence = _entry_line(entry).format(name=_name(entry), value=entry.value)
    if entry.about is not None:
        sentence = labelled(sentence, player_label(entry.about))
    if entry.took:
        sentence = gettext("{line}, picked up {card}").format(line=sentence, card=short_card(entry.took))
    by = by_words(entry)
    sentence = f"{sentence} ({by})." if by else f"{sentence}."
    return f"{sentence} {reason_words(entry.reason)}" if entry.reason else sentence


@register.filter
def reason_words(reason: str) -> str:
    return labelled(gettext("Reason"), reason)


def _name(entry: Entry) -> str:
    return player_label(entry.player) if entry.by == Move.By.TIMEOUT else subject_name(entry.player)


def _entry_line(entry: Entry) -> str:
    if entry.kind == "act":
        return str(ACTS[entry.act])
    if entry.by == Move.By.TIMEOUT:
        return str(TIME_RAN_OUT[entry.kind])
    return str((I_DID if entry.player.is_me else DID)[entry.kind])


@register.filter
def full_entry_html(entry: Entry) -> SafeString:
    line = entry_html(entry)
    if len(entry.cards) > 0:
        line = format_html("{} ({})", line, spoken_cards(entry.cards))
    if entry.took:
        line = format_html(gettext("{line}, picked up {card}"), line=line, card=short_card(entry.took))
    by = by_words(entry)
    if by:
        line = format_html("{} ({})", line, by)
    if entry.reason:
        line = format_html("{}. {}", line, reason_words(entry.reason))
    return line


@register.filter
def with_names(reason: str) -> str:
    """Put names into a stored reason. One query if it refers to accounts."""
    return reason_named(reason)


@register.filter
def opening_words(opening: CardOpening) -> str:
    words = gettext("{who}, after turn {turn} of hand {hand}")
    return words.format(who=_ROLES[opening.role], turn=opening.turn, hand=opening.hand)
