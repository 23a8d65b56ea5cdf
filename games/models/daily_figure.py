"""The numbers stored for each day."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Figure(models.TextChoices):
    JOINED = "joined", _("sign-ups")
    PLAYERS = "players", _("players")
    STARTED = "started", _("games started")
    FINISHED = "finished", _("games finished")
    TURNS = "turns", _("Turns")
    LATE = "late", _("late turns")
    MAILS = "mails", _("emails sent")
    FAILED = "failed", _("emails failed")
    REPORTS = "reports", _("Reports")
    LINES = "lines", _("chat messages")


class DailyFigure(models.Model):
    """A number of one day (UTC) for the dashboard's charts."""

    day = models.DateField()
    name = models.CharField(max_length=30)
    value = models.PositiveBigIntegerField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["name", "day"], name="daily_figure_once")]

    def __str__(self) -> str:
        return f"{self.day} {self.name}"
