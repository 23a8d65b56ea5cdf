"""Refusals of running games."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine import Refusal
from games.errors import GameError, Reason

MOVED_ON: Final = _("The game has moved on. Please choose again.")
NOT_HELD: Final = _("You don’t have one of these cards.")
TURN_WORDS: Final[Mapping[Refusal, Promise]] = {
    Refusal.MALFORMED: _("That’s not a turn. Write one like R6B6<R5, or “pass”."),
    Refusal.HAND_OVER: _("There’s nothing left to play here."),
    Refusal.STALE_VERSION: MOVED_ON,
    Refusal.NOT_YOUR_TURN: _("It’s not your turn."),
    Refusal.MUST_LEAD: _("You can’t pass when you lead."),
    Refusal.DUPLICATE_CARD: _("You chose the same card twice."),
    Refusal.NOT_YOUR_CARD: NOT_HELD,
    Refusal.NOT_A_SET: _("Cards of a set must share their number or colour."),
    Refusal.WRONG_COUNT: _(
        "Play as many cards as are on the table, or one more. When you lead: one card, or all if they make a set."
    ),
    Refusal.TOO_LOW: _("Too low. Beat the set on the table."),
    Refusal.PICKUP_MISSING: _("Choose which beaten card you pick up."),
    Refusal.PICKUP_NOT_ON_TABLE: _("Pick up a card of the set you beat."),
    Refusal.PICKUP_NOT_ALLOWED: _("You don’t pick up a card when you lead or go out."),
}

# The client is out of date: answered with 409, and by sockets with the whole view (SOCKETS.md).
OUT_OF_DATE: Final = frozenset({Refusal.STALE_VERSION, Refusal.NOT_YOUR_TURN, Refusal.HAND_OVER})


class TurnRefused(GameError):
    """A turn that the rules or the state of the game refuse (REFEREE.md, "Reasons for a refusal")."""

    def __init__(self, reason: Refusal) -> None:
        self.reason = reason
        self.code = reason.value
        self.status = 409 if reason in OUT_OF_DATE else 422
        self.words = TURN_WORDS[reason]
        super().__init__(reason.value)


class ChainLost(Exception):
    """A game's secret cannot be read."""


class SprintReason(Reason):
    NO_SPRINT = "no_sprint", 409, _("This game can’t be played live now.")
    NOT_ALL_HERE = "sprint_not_all_here", 409, _("Not everyone is at the table now.")


class PlayReason(Reason):
    STALE_VERSION = "stale_version", 409, MOVED_ON
    NOT_OPEN = "not_open", 409, _("This game has already started or is over.")
    NOT_RUNNING = "not_running", 409, _("This game isn’t running.")
    NOT_FINISHED = "not_finished", 409, _("This game isn’t over yet.")
    ALREADY_RESIGNED = "already_resigned", 409, _("You’ve already resigned.")
    NOT_HANDED_OVER = "not_handed_over", 409, _("You’re already playing this seat.")
    SEAT_NOT_HELD = "seat_not_held", 409, _("A stand-in bot plays your seat. Take it back first.")
    PAUSE_HELD = "pause_held", 409, _("A moderator paused this game. Only moderators can resume it.")
    NO_PAUSES = "no_pauses", 409, _("You can’t pause this game. It ends by a date that was set at the start.")
    PLAYED_OUT = "played_out", 409, _("Time is up for this game. Stand-in bots play it to the end.")
    NO_SUCH_BOT = "no_such_bot", 422, _("This bot doesn’t exist.")
    HAND_ORDER = "hand_order", 422, NOT_HELD


class OrderReason(Reason):
    BAD_ORDER = "bad_order", 422, _("This planned turn isn’t possible.")
    YOUR_TURN = "your_turn", 409, _("It’s your turn now – just play the cards.")
    NOT_PLANNED = "not_planned", 409, MOVED_ON
    TOO_MANY_SETS = "too_many_sets", 409, _("You can plan up to five sets. Cancel one first.")


class ExtraTimeReason(Reason):
    NO_MORE_TIME = "no_more_time", 409, _("You can only give time at 8 hours a turn or slower.")
    OWN_TIME = "own_time", 409, _("You can’t give yourself more time. The others can.")
    BOT_TO_ACT = "bot_to_act", 409, _("Bots don’t need more time.")
    ALREADY_GRANTED = "already_granted", 409, _("Someone already gave more time for this turn.")


class UndoReason(Reason):
    OFF = "undo_off", 422, _("You can’t take back turns in this game.")
    NO_TURN = "undo_none", 409, _("You have no turn left to take back.")
    TOO_OFTEN = "undo_often", 422, _("You can only take back three turns a hand.")
    TOO_LATE = "undo_late", 422, _("Too late: the time for that turn is up.")


class AbsenceReason(Reason):
    PAST = "absence_past", 409, _("Choose a first day from today to a year from now.")
    BACKWARDS = "absence_backwards", 409, _("The last day can’t be before the first.")
    TOO_FAR = "absence_too_far", 409, _("Choose a first day from today to a year from now.")
    OVERLAPS = "absence_overlaps", 409, _("You’re already away on some of these days.")
    OVER = "absence_over", 409, _("These away days are over or end today.")
    NO_SUCH_ABSENCE = "no_such_absence", 404, _("These away days don’t exist.")
    NO_VACATION_LEFT = "no_vacation_left", 409, _("You don’t have that many away days left.")
