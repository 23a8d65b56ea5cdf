"""Refusals of reports, signals and moderators' acts."""

from django.utils.translation import gettext_lazy as _

from games.errors import Reason


class ConflictReason(Reason):
    OWN_GAME = "own_game", 409, _("You have a seat in this game: another moderator has to decide.")
    OWN_CASE = "own_case", 409, _("This concerns yourself: somebody else has to decide.")
    CARDS_SEEN = (
        "act_cards_seen",
        409,
        _(
            "Who has seen hidden cards of this game neither takes a seat in it nor decides how it goes on: it has to "
            "be somebody else."
        ),
    )


class ReportReason(Reason):
    OWN = "report_own", 409, _("You cannot report yourself.")
    BOT = "report_bot", 409, _("Bots play by their rules and cannot be reported.")
    NO_PERSON = "report_whom", 409, _("Choose whom it is about.")
    NO_TEXT = "report_text", 409, _("Say in a few words what happened.")
    TOO_LONG = "report_too_long", 409, _("That is too long: 2,000 characters at most.")
    TWICE = "report_twice", 409, _("You have reported this already. It waits for an answer.")
    TOO_MANY = "report_too_many", 409, _("That is enough reports for one day. Those you sent are being looked at.")
    NO_SUCH_REPORT = "no_such_report", 409, _("There is no such report.")
    JUDGED = "report_judged", 409, _("This report has its answer already.")
    CLAIMED = "report_claimed", 409, _("Somebody else has claimed this report.")
    NOT_CLAIMED = "report_not_claimed", 409, _("Nobody has claimed this report.")
    OUTCOME = "report_outcome", 409, _("A decision about a person, or a line hidden, goes with “we acted on it” alone.")
    NAMES_REPORTER = "report_names", 409, _("The accused reads this reason: it must not name who reported.")
    NO_ACCUSED = "report_nobody", 409, _("This report names nobody whom a decision could be about.")
    NO_ANSWER = "report_answer", 409, _("Write an answer for the reporter, or choose one.")
    BAD_NOTE = "report_note", 409, _("Write something, 2,000 characters at most.")


class SignalReason(Reason):
    NO_SUCH_SIGNAL = "no_such_signal", 409, _("There is no such signal.")
    ASIDE = "signal_aside", 409, _("This signal has been put aside already.")


class ActReason(Reason):
    BAD_DAYS = "act_bad_days", 409, _("A pause lasts 1 to 365 days, or until a moderator ends it.")
    BAD_HOURS = "act_bad_hours", 409, _("Give 1 to 1440 hours.")
    NOT_PAUSED = "act_not_paused", 409, _("This game is not paused.")
    NO_SEAT = "act_no_seat", 409, _("This game has no such seat.")
    NOT_ITS_TURN = "act_not_its_turn", 409, _("It is not this seat’s turn, or not any more.")
    SEAT_OF_BOT = "act_seat_of_bot", 409, _("A bot has this seat for good.")
    SEAT_RESIGNED = "act_seat_resigned", 409, _("This seat was given up for good.")
    ALREADY = "act_already", 409, _("That is so already.")
    SITS_HERE = "act_sits_here", 409, _("This person already has a seat in this game.")
    CANNOT_SIT = "act_cannot_sit", 409, _("This person cannot take a seat at this table.")
    HAND_OVER = "act_hand_over", 409, _("This hand is over and its deal is shown: nothing in it can be taken back.")
    NO_TURN = "act_no_turn", 409, _("There is no such turn, or none after it that stands.")
    OVER = "act_over", 409, _("This game is over.")
    NOT_RATED = "act_not_rated", 409, _("This is no ended rated game of which that could be done, or it is so already.")
    OWN_SEAT = "act_own_seat", 409, _("Moderators do not give seats to themselves: enter somebody else’s handle.")
