"""Refusals of leagues."""

from django.utils.translation import gettext_lazy as _

from games.errors import GameError, Reason


class NoSuchLeague(GameError):
    """The league does not exist, or the person is no member."""

    code = "no_such_league"
    status = 404
    words = _("This league doesn’t exist, or you’re not a member.")


class LeagueReason(Reason):
    BAD_OPTIONS = "league_bad_options", 422, _("These options aren’t possible in a league.")
    STARTED = "league_started", 409, _("This league has already started.")
    NOT_RUNNING = "league_not_running", 409, _("This league isn’t running.")
    FULL = "league_full", 409, _("This league already has 24 members.")
    KEPT_APART = "league_kept_apart", 409, _("You can’t join this league.")
    NOT_FOUNDER = "league_not_founder", 403, _("Only the founder of the league can start it early.")
    TOO_FEW = "league_too_few", 409, _("A league needs at least three members.")
    TOO_MANY = "league_too_many", 409, _("You’re already in ten leagues. Wait until one is over.")
