"""Refusals of reports, signals and moderators' acts."""

from django.utils.translation import gettext_lazy as _

from games.errors import Reason


class ConflictReason(Reason):
    OWN_GAME = "own_game", 409, _("You have a seat in this game. Someone else must decide.")
    OWN_CASE = "own_case", 409, _("This is about you. Someone else must decide.")
    OWN_WEEK = "own_week", 409, _("You’ve played hands of this week. Someone else must decide.")
    CARDS_SEEN = (
        "act_cards_seen",
        409,
        _("Anyone who has seen this game’s hidden cards can’t join or moderate it."),
    )


class ReportReason(Reason):
    OWN = "report_own", 409, _("You can’t report yourself.")
    BOT = "report_bot", 409, _("You can’t report bots.")
    NO_PERSON = "report_whom", 409, _("Choose who it’s about.")
    NO_TEXT = "report_text", 409, _("Say what happened.")
    TOO_LONG = "report_too_long", 409, _("Too long: 2,000 characters at most.")
    TWICE = "report_twice", 409, _("You’ve already reported this. We’ll answer soon.")
    TOO_MANY = "report_too_many", 429, _("You can’t send more reports today.")
    NO_SUCH_REPORT = "no_such_report", 409, _("This report doesn’t exist.")
    JUDGED = "report_judged", 409, _("This report already has an answer.")
    CLAIMED = "report_claimed", 409, _("Someone else has claimed this report.")
    NOT_CLAIMED = "report_not_claimed", 409, _("Nobody has claimed this report.")
    OUTCOME = "report_outcome", 409, _("Decisions and hidden messages need the outcome “we acted on it”.")
    NAMES_REPORTER = "report_names", 409, _("The person reads this. Don’t name who reported.")
    NO_ACCUSED = "report_nobody", 409, _("This report isn’t about a person.")
    NO_ANSWER = "report_answer", 409, _("Write or choose an answer.")
    BAD_NOTE = "report_note", 409, _("Write something, 2,000 characters at most.")


class SignalReason(Reason):
    NO_SUCH_SIGNAL = "no_such_signal", 409, _("This signal doesn’t exist.")
    ASIDE = "signal_aside", 409, _("This signal is already put aside.")


class WithdrawalReason(Reason):
    NO_SUCH_POSITION = "no_such_position", 409, _("This position doesn’t exist.")
    WITHDRAWN = "position_withdrawn", 409, _("This position is already withdrawn.")


class ActReason(Reason):
    BAD_DAYS = "act_bad_days", 409, _("Enter 1 to 365 days, or leave this empty.")
    BAD_HOURS = "act_bad_hours", 409, _("Enter 1 to 1,440 hours.")
    NOT_PAUSED = "act_not_paused", 409, _("This game isn’t paused.")
    NO_SEAT = "act_no_seat", 409, _("This seat doesn’t exist.")
    NOT_ITS_TURN = "act_not_its_turn", 409, _("It’s not this seat’s turn.")
    SEAT_OF_BOT = "act_seat_of_bot", 409, _("This seat belongs to a bot.")
    SEAT_RESIGNED = "act_seat_resigned", 409, _("This player has resigned.")
    ALREADY = "act_already", 409, _("Nothing to change.")
    SITS_HERE = "act_sits_here", 409, _("They already have a seat in this game.")
    CANNOT_SIT = "act_cannot_sit", 409, _("They can’t join this game.")
    HAND_OVER = "act_hand_over", 409, _("This hand is over. You can’t take back its turns.")
    NO_TURN = "act_no_turn", 409, _("There’s no turn after that one to take back.")
    OVER = "act_over", 409, _("This game is over.")
    NOT_RATED = "act_not_rated", 409, _("This only works for finished rated games, and only once.")
    OWN_SEAT = "act_own_seat", 409, _("You can’t give a seat to yourself.")
