"""Deadlines and standing orders."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Seat

TURN_MAX = 40


class Deadline(models.Model):
    """The clock of the current turn: at `since`, `left` of running time remained; other times follow from these.
    `next_at`: None if no player is waited for.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="deadline")
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="deadlines",
        verbose_name=_("waits for"),
    )
    # The game's version when this wait began.
    version = models.PositiveIntegerField(_("version"))
    since = models.DateTimeField(_("since"))
    left = models.DurationField(_("time left then"))
    # The player's hours; changes count from the next wait.
    zone = models.CharField(max_length=64)
    waking = ArrayField(models.TimeField(), size=2, null=True, blank=True)
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    remind_at = models.DateTimeField(_("reminder"), null=True, blank=True)
    reminders = models.PositiveSmallIntegerField(_("reminders so far"), default=0)
    order_at = models.DateTimeField(_("standing order acts"), null=True, blank=True)
    # When to write the turn's notice: its player is at the game until then.
    notice_at = models.DateTimeField(null=True, blank=True)
    next_at = models.DateTimeField(_("looked at next"), null=True, blank=True)
    granted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    # When the turn before was taken; None if it cannot be taken back.
    left_before = models.DurationField(null=True, blank=True)
    # Whether the clock stands still at `since`; only of rows just made.
    halted = False

    class Meta:
        verbose_name = _("deadline")
        verbose_name_plural = _("deadlines")
        indexes = [
            models.Index(fields=["next_at"], condition=Q(next_at__isnull=False), name="deadline_next"),
            models.Index(fields=["user", "due_at"], condition=Q(due_at__isnull=False), name="deadline_of_person"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.seat}"


class StandingOrders(models.Model):
    """Secret: only its player may see them."""

    class Pickup(models.TextChoices):
        HIGH = "high", _("the highest number")
        LOW = "low", _("the lowest number")
        BEST = "best", _("what keeps the best set")
        BLUE = "B", _("blue first")
        RED = "R", _("red first")
        PINK = "P", _("pink first")
        GREEN = "G", _("green first")
        BLACK = "K", _("black first")
        ORANGE = "O", _("orange first")

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, primary_key=True, related_name="orders")
    # Pass until this round of this hand ends.
    pass_hand = models.PositiveSmallIntegerField(null=True, blank=True)
    pass_round = models.PositiveSmallIntegerField(null=True, blank=True)
    pass_if_stuck = models.BooleanField(default=False)
    go_out = models.BooleanField(default=False)
    pickup = models.CharField(max_length=4, choices=Pickup, blank=True)
    # Play `armed_turn` if `armed_table` is still on the table.
    armed_hand = models.PositiveSmallIntegerField(null=True, blank=True)
    armed_table = models.CharField(max_length=TURN_MAX, blank=True)
    armed_turn = models.CharField(max_length=TURN_MAX, blank=True)
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = _("standing orders")
        verbose_name_plural = _("standing orders")
        constraints = [
            models.CheckConstraint(
                condition=Q(pass_hand__isnull=True, pass_round__isnull=True)
                | Q(pass_hand__isnull=False, pass_round__isnull=False),
                name="orders_pass_names_hand_and_round",
            ),
            models.CheckConstraint(
                condition=Q(armed_hand__isnull=True, armed_turn="", armed_table="")
                | Q(armed_hand__isnull=False) & ~Q(armed_turn="") & ~Q(armed_table=""),
                name="orders_armed_is_whole",
            ),
        ]

    def __str__(self) -> str:
        return str(self.seat_id)
