"""Refusals about one person: their account, blocks and preferences."""

from django.utils.translation import gettext_lazy as _

from games.errors import Reason


class PersonReason(Reason):
    ACCOUNT_CLOSED = "account_closed", 403, _("This account is closed.")
    SUSPENDED = "suspended", 409, _("Your account is suspended. Your settings say why, and until when.")
    NO_SUCH_PERSON = "no_such_person", 422, _("Nobody here has this handle.")


class BlockReason(Reason):
    SELF = "marks_self", 409, _("That is you. Choose somebody else.")
    BOT = "marks_bot", 409, _("This player is a bot. Bots write nothing, and you choose yourself where they sit.")
    TOO_MANY = "too_many_marks", 409, _("You have blocked or muted 500 players. Take one back first.")


class PreferenceReason(Reason):
    WAKING_SHORT = (
        "waking_short",
        422,
        _("Waking hours are at least ten hours a day, so that the others need not wait."),
    )
    QUIET_EMPTY = "quiet_empty", 422, _("These quiet hours end as they begin. Empty both times for none.")
    HAND_SORT = "hand_sort", 422, _("Cards are sorted by number, by colour, or as you lay them.")
