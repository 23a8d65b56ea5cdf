"""Deadlines and planned turns."""

from datetime import timedelta

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, Seat
from games.models.hand import Hand

SET_MAX = 40
ACTIVE_STEP = timedelta(minutes=1)


class Deadline(models.Model):
    """The clock of the current turn: at `since`, `left` of running time remained; other times follow from these.
    `next_at`: None if no player is waited for.

    A narrow row next to the game's, for what each turn changes and what sweeps and lists search. PostgreSQL rewrites a
    row's indexes if one of their columns changes, so plain turns leave `next_at` and `active_at` unchanged for a while
    (games.play.storing.one_statement).
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="deadline")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        db_index=False,
        null=True,
        related_name="deadlines",
    )
    # The game's version when this wait began.
    version = models.PositiveIntegerField()
    since = models.DateTimeField()
    left = models.DurationField()
    # The player's hours; changes count from the next wait.
    zone = models.CharField(max_length=64)
    waking = ArrayField(models.TimeField(), size=2, null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    remind_at = models.DateTimeField(null=True, blank=True)
    reminders = models.PositiveSmallIntegerField(default=0)
    order_at = models.DateTimeField(null=True, blank=True)
    # When to write the turn's notification: its player is at the game until then.
    notice_at = models.DateTimeField(null=True, blank=True)
    # At most the earliest of the times above.
    next_at = models.DateTimeField(null=True, blank=True)
    # When the wait began, or up to ACTIVE_STEP before; None once the game is over.
    active_at = models.DateTimeField(null=True, blank=True)
    # When the wait began, if a bot is to act.
    bot_since = models.DateTimeField(null=True, blank=True)
    # The last person to add extra time to this turn; repeats ExtraTime.
    granted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, db_index=False, null=True, blank=True, related_name="+"
    )
    # Time that was left when the previous turn was taken; None: no undo.
    left_before = models.DurationField(null=True, blank=True)
    # Whether the clock has stopped at `since`; only of rows just made.
    halted = False

    class Meta:
        indexes = [
            models.Index(fields=["next_at"], condition=Q(next_at__isnull=False), name="deadline_next"),
            models.Index(fields=["active_at"], condition=Q(active_at__isnull=False), name="deadline_active"),
            models.Index(fields=["bot_since"], condition=Q(bot_since__isnull=False), name="deadline_bot"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.seat}"


class ExtraTime(models.Model):
    """Time that players or moderators added to a turn. It belongs to the turn after the hand's turn numbered `after`, 0
    for the first turn. It counts again when that turn begins again: after a take-back, a pause or a bot in its seat.
    """

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, db_index=False, related_name="extra_times")
    after = models.PositiveIntegerField()
    more = models.DurationField()
    # The last who added some.
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, db_index=False, null=True, blank=True, related_name="+"
    )

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["hand", "after"], name="extra_time_once_a_turn")]

    def __str__(self) -> str:
        return f"{self.hand} after {self.after}"


class StandingOrders(models.Model):
    """A seat's planned turns. Secret: only its player may see them."""

    class Pickup(models.TextChoices):
        HIGH = "high", _("the highest number")
        LOW = "low", _("the lowest number")
        BEST = "best", _("the card that keeps my best set")
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
    # At the next turn, if it comes in this hand: play the first of these that beats the table (as PlannedSet writes
    # them), else pass if `else_pass`.
    sets_hand = models.PositiveSmallIntegerField(null=True, blank=True)
    sets = ArrayField(models.CharField(max_length=SET_MAX), default=list, blank=True)
    else_pass = models.BooleanField(default=False)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(pass_hand__isnull=True, pass_round__isnull=True)
                | Q(pass_hand__isnull=False, pass_round__isnull=False),
                name="orders_pass_names_hand_and_round",
            ),
            models.CheckConstraint(
                condition=Q(sets_hand__isnull=True, sets=[], else_pass=False)
                | Q(sets_hand__isnull=False) & ~Q(sets=[]),
                name="orders_sets_name_their_hand",
            ),
        ]

    def __str__(self) -> str:
        return str(self.seat_id)
