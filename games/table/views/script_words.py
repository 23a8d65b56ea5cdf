"""Texts for the script of a game's page."""

from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from games.table.hand_words import QUESTIONS, QUESTIONS_STOPPED
from games.web.cached.fragments import cached
from games.web.card_words import card_script_words


@cached(get_language)
def script_words_element() -> SafeString:
    return json_script(script_words(), "table-words")


def script_words() -> dict[str, str]:
    """Words for the script, which fills `{…}`."""
    return {
        "beats": gettext("{value} beats {table}"),
        "leads": gettext("You lead with {value}"),
        "leads_ahead": gettext("You lead with {value}"),
        "goes_out": gettext("{value} beats {table}, and you go out"),
        "leads_out": gettext("All your cards: you go out"),
        "not_a_set": gettext("Same number or same colour"),
        "too_low": gettext("{value} doesn’t beat {table}"),
        "wrong_count": gettext("Play {count} or {more} cards"),
        "wrong_lead": gettext("Lead with one card, or all if they make a set"),
        "more_one": gettext("One more card"),
        "more_some": gettext("{value} so far: add a card"),
        "play": gettext("Play"),
        "play_value": gettext("Play {value}"),
        "with_pickup": gettext("{play}, pick up {card}"),
        "choose_cards": gettext("Choose your cards"),
        "choose_pickup": gettext("Pick up a card"),
        "touch_hint": gettext("Double-tap a chosen card, or flick it up, to play it."),
        "nothing": gettext("No card chosen"),
        **_planning_words(),
        **{f"ask_{name}": str(words) for name, words in QUESTIONS.items()},
        "unasked": str(QUESTIONS_STOPPED),
        "yes_play": gettext("Play"),
        "yes_pass": gettext("Pass"),
        "not_your_turn": " ".join((gettext("Not your turn yet."), gettext("Your cards stay chosen."))),
        "not_kept": gettext("We couldn’t save the new order."),
        "moved": gettext("{card} is now card {place} of {count}"),
        "sending": gettext("Sending…"),
        "failed": " ".join((gettext("That didn’t work."), gettext("Your cards stay chosen."))),
        "your_turn": gettext("Your turn") + ".",
        **_time_words(),
        **card_script_words(),
    }


def _planning_words() -> dict[str, str]:
    """Words of the bar out of turn."""
    return {
        "arm": gettext("Play if it beats"),
        "arm_value": gettext("Play {value} if it beats"),
        "arm_else": gettext("Else play {value} if it beats"),
        "not_now": gettext("{value} doesn’t beat {table} now"),
        "waits_for_set": gettext("{value} waits for a set to beat"),
    }


def _time_words() -> dict[str, str]:
    """Words of the clock."""
    return {
        "left": gettext("{time} left"),
        "time_up": gettext("time is up"),
        "days": gettext("{count} d"),
        "hours": gettext("{count} h"),
        "minutes": gettext("{count} min"),
        "moment": gettext("< 1 min"),
        "hurry": gettext("Your turn: {time} left."),
    }
