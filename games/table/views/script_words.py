"""Texts for the script of a game's page."""

from django.utils.translation import gettext

from games.table.hand_words import QUESTIONS
from games.web.card_words import card_script_words


def script_words() -> dict[str, str]:
    """The script fills `{…}`."""
    return {
        "beats": gettext("{value} beats {table}"),
        "leads": gettext("You lead with {value}"),
        "leads_ahead": gettext("You could lead with {value}"),
        "goes_out": gettext("{value} beats {table}, and you are out"),
        "leads_out": gettext("All your cards at once: you are out"),
        "not_a_set": gettext("Same number or same colour"),
        "too_low": gettext("{value} does not beat {table}"),
        "wrong_count": gettext("Lay {count} or {more} cards"),
        "wrong_lead": gettext("Lead with one card, or with all of yours if they make a set"),
        "more_one": gettext("One card more"),
        "more_some": gettext("{value} so far: add a card"),
        "play": gettext("Play"),
        "play_value": gettext("Play {value}"),
        "with_pickup": gettext("{play}, pick up {card}"),
        "choose_cards": gettext("Choose cards"),
        "choose_pickup": gettext("Choose the card to pick up"),
        "nothing": gettext("No card chosen"),
        "arm": gettext("Play this when my turn comes"),
        **{f"ask_{name}": str(words) for name, words in QUESTIONS.items()},
        "yes_play": gettext("Yes, play"),
        "yes_pass": gettext("Yes, pass"),
        "not_your_turn": gettext("It is not your turn yet. Your cards stay chosen."),
        "not_kept": gettext("The new order could not be kept."),
        "moved": gettext("{card} is now card {place} of {count}"),
        "sending": gettext("Sending…"),
        "failed": gettext("The site did not understand that. Your choice of cards is kept."),
        "your_turn": gettext("It is your turn."),
        "left": gettext("{time} left"),
        "time_up": gettext("time is up"),
        "days": gettext("{count} d"),
        "hours": gettext("{count} h"),
        "minutes": gettext("{count} min"),
        "moment": gettext("< 1 min"),
        "hurry": gettext("Your turn: {time} left."),
        **card_script_words(),
    }
