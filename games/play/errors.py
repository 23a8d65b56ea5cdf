"""Refusals of running games."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine import Refusal
from games.errors import GameError, Reason

TURN_WORDS: Final[Mapping[Refusal, Promise]] = {
    Refusal.MALFORMED: _("That is not a turn. Write one like R6B6<R5, or “pass”."),
    Refusal.HAND_OVER: _("This is over: there is nothing left to play here."),
    Refusal.STALE_VERSION: _("The game has moved on since you looked. Nothing was played; look again and choose."),
    Refusal.NOT_YOUR_TURN: _("It is not your turn."),
    Refusal.MUST_LEAD: _("You lead this round, so you cannot pass: lay one card, or all of yours if they make a set."),
    Refusal.DUPLICATE_CARD: _("The same card is named twice."),
    Refusal.NOT_YOUR_CARD: _("You do not hold one of these cards."),
    Refusal.NOT_A_SET: _("Cards laid together must share their number or their colour."),
    Refusal.WRONG_COUNT: _(
        "Wrong number of cards: over a table you lay as many cards as lie there, or one more; "
        "at a lead one card, or all of yours if they make a set."
    ),
    Refusal.TOO_LOW: _("Too low: the value must be higher than that of the table."),
    Refusal.PICKUP_MISSING: _("Choose which card of the beaten set you pick up."),
    Refusal.PICKUP_NOT_ON_TABLE: _("The card you pick up must be one of the set you beat."),
    Refusal.PICKUP_NOT_ALLOWED: _("There is nothing to pick up: you lead, or you lay your last cards."),
}

# INTERFACES answers these with 409.
OUT_OF_DATE: Final = frozenset({Refusal.STALE_VERSION, Refusal.NOT_YOUR_TURN, Refusal.HAND_OVER})


class TurnRefused(GameError):
    """INTERFACES, Reasons for a refusal."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.code = reason.value
        self.status = 409 if reason in OUT_OF_DATE else 422
        self.words = TURN_WORDS[reason]


class ChainLost(Exception):
    """A game's secret cannot be read."""


class PlayReason(Reason):
    STALE_VERSION = (
        "stale_version",
        409,
        _("This table has changed since you looked. Nothing was done; look again and choose."),
    )
    NOT_OPEN = "not_open", 409, _("This game has already started or is over.")
    NOT_RUNNING = "not_running", 409, _("This game is not running.")
    NOT_FINISHED = "not_finished", 409, _("This game is not over yet.")
    ALREADY_RESIGNED = "already_resigned", 409, _("You have already resigned.")
    NOT_HANDED_OVER = "not_handed_over", 409, _("You hold this seat already.")
    SEAT_NOT_HELD = "seat_not_held", 409, _("A caretaker bot holds your seat. Take it back first.")
    PAUSE_HELD = "pause_held", 409, _("A moderator has paused this game, and lets it go on.")
    NO_SUCH_BOT = "no_such_bot", 422, _("There is no such bot.")
    HAND_ORDER = "hand_order", 422, _("You do not hold one of these cards. Nothing was laid anew; look again.")


class OrderReason(Reason):
    BAD_ORDER = "bad_order", 422, _("There is no such standing order.")
    YOUR_TURN = "your_turn", 409, _("It is your turn now. Play the cards instead of leaving them as an order.")
    NOTHING_TO_BEAT = (
        "nothing_to_beat",
        409,
        _("Cards can wait for your turn only while somebody else’s set lies on the table."),
    )


class ExtraTimeReason(Reason):
    NO_MORE_TIME = "no_more_time", 409, _("More time is given at paces of 8 hours and more only.")
    OWN_TIME = "own_time", 409, _("You cannot give more time to yourself. The others can.")
    BOT_TO_ACT = "bot_to_act", 409, _("A bot is to act. It needs no more time.")
    ALREADY_GRANTED = "already_granted", 409, _("More time has been given for this turn already.")


class UndoReason(Reason):
    OFF = "undo_off", 422, _("Turns are not taken back in this game.")
    NO_TURN = (
        "undo_none",
        409,
        _("There is no turn of yours that can be taken back: something else has happened since."),
    )
    TOO_OFTEN = "undo_often", 422, _("You have taken back three turns in this hand. No more until the next one.")
    TOO_LATE = "undo_late", 422, _("The time for that turn is up, so it stands.")


class AbsenceReason(Reason):
    PAST = "absence_past", 409, _("An absence begins today or later.")
    BACKWARDS = "absence_backwards", 409, _("The last day of an absence cannot come before its first.")
    TOO_FAR = "absence_too_far", 409, _("An absence begins within a year from now.")
    OVERLAPS = "absence_overlaps", 409, _("You are already away on some of these days.")
    OVER = "absence_over", 409, _("This absence is over, or ends today anyway.")
    NO_SUCH_ABSENCE = "no_such_absence", 404, _("There is no such absence.")
    NO_VACATION_LEFT = "no_vacation_left", 409, _("You do not have that many days of absence left.")
