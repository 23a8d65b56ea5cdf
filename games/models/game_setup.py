"""The options that games and standing tables share."""

from django.db import models
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from games.clocks.paces import Pace


class GameSetup(models.Model):
    """Rules and clock of a game, or of the games of a standing table."""

    class NextLeader(models.TextChoices):
        LEFT = "left", _("The player to the left of the last leader")
        LAST = "last", _("The player who played last")

    class Pace(models.TextChoices):
        """Time for a turn. games.clocks has the lengths."""

        S60 = "60s", _("60 seconds a turn")
        M3 = "3m", _("3 minutes a turn")
        H1 = "1h", _("1 hour a turn")
        H8 = "8h", _("8 hours a turn")
        D1 = "1d", _("1 day a turn")
        D2 = "2d", _("2 days a turn")
        D3 = "3d", _("3 days a turn")
        D7 = "7d", _("7 days a turn")
        D14 = "14d", _("14 days a turn")
        NONE = "none", _("no limit")

    class TimeoutAction(models.TextChoices):
        PASS = "pass", _("The player passes, or leads their lowest card")
        CARETAKER = "caretaker", _("A stand-in bot takes the turn")

    seats_count = models.PositiveSmallIntegerField(_("Seats"))
    target = models.PositiveSmallIntegerField(_("Target"), null=True, blank=True, default=15)
    goat = models.BooleanField(_("Goat"), default=False)
    two_player_deck = models.BooleanField(_("Two-player deck"), default=False)
    next_leader = models.CharField(_("Next leader"), max_length=4, choices=NextLeader, default=NextLeader.LEFT)
    pace = models.CharField(_("Pace"), max_length=4, choices=Pace, default=Pace.NONE)
    timeout_action = models.CharField(_("Time up"), max_length=9, choices=TimeoutAction, default=TimeoutAction.PASS)
    weekends_off = models.BooleanField(capfirst(_("weekends off")), default=False)
    rated = models.BooleanField(capfirst(_("rated")), default=False)
    # Ignored at live paces and in rated games.
    undo = models.BooleanField(default=True)

    class Meta:
        abstract = True

    @property
    def plays_live(self) -> bool:
        """Whether all players are expected at the table now."""
        return Pace(self.pace).is_live
