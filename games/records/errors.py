"""Refusals of game records."""

from django.utils.translation import gettext_lazy as _

from games.errors import GameError, Reason


class NoSuchRecord(GameError):
    """The imported game does not exist, or is hidden from this account."""

    code = "no_such_record"
    status = 404
    words = _("This imported game doesn’t exist or is private.")


class RecordReason(Reason):
    TOO_LARGE = "record_too_large", 413, _("The file is too large: 1 MB at most.")
    NOT_JSON = "record_not_json", 422, _("This isn’t a game record: {fault}.")
    UNSOUND = "record_unsound", 422, _("This game record has a fault: {fault}.")
    NAMES = "record_names", 422, _("Names of players have at most 40 visible characters.")
    TITLE = "record_title", 422, _("The title has at most 60 visible characters.")
    NOT_OVER = "record_not_over", 422, _("This game isn’t over yet.")
    PLAYED_HERE = "record_played_here", 409, _("This game was played here, so it has a replay already.")
    TWICE = "record_twice", 409, _("You’ve already imported this game.")
    GUEST = "record_guest", 403, _("Add your email first to import games.")
    TOO_MANY = "record_too_many", 409, _("You have 50 imported games. Delete one first.")
    TOO_OFTEN = "record_too_often", 429, _("You can’t import more games today.")
    WITHDRAWN = "record_withdrawn", 409, _("A moderator withdrew this imported game. It can’t be shared.")
