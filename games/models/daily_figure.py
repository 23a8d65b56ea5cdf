"""The numbers kept for each day."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Figure(models.TextChoices):
    JOINED = "joined", _("sign-ups")
    PLAYERS = "players", _("people who took a turn")
    STARTED = "started", _("games started")
    FINISHED = "finished", _("games finished")
    TURNS = "turns", _("turns taken")
    LATE = "late", _("turns that ran out of time")
    MAILS = "mails", _("mails sent")
    FAILED = "failed", _("mails that failed")
    REPORTS = "reports", _("reports")
    LINES = "lines", _("lines in chats")


class DailyFigure(models.Model):
    """One number of one day (UTC) for the dashboard's charts."""

    day = models.DateField(_("day"))
    name = models.CharField(_("name"), max_length=30)
    value = models.PositiveBigIntegerField(_("value"))

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["name", "day"], name="daily_figure_once")]

    def __str__(self) -> str:
        return f"{self.day} {self.name}"
