"""Figures and turn reviews, worked out after a game."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.game import Game, Seat


class SeatFigures(models.Model):
    """Totals over all scored hands (games.ratings.settlement)."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, primary_key=True, related_name="figures")
    hands = models.PositiveSmallIntegerField()
    hands_out = models.PositiveSmallIntegerField()
    rounds = models.PositiveIntegerField()
    rounds_won = models.PositiveIntegerField()
    plays = models.PositiveIntegerField()
    passes = models.PositiveIntegerField()
    timeouts = models.PositiveIntegerField()
    cards_played = models.PositiveIntegerField()
    highest_value = models.PositiveBigIntegerField()
    largest_set = models.PositiveSmallIntegerField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.seat_id)


class SeatReview(models.Model):
    """A bot's review of one seat's turns, worked out on request.

    `turns`, one object for each own turn, in order: `{"hand": int, "number": int (in the hand's log), "place": int
    (from 1, without taken-back turns), "turn": str, "best": str, "loss": float, "options": int}`. `loss`: expected
    points lost against `best`. `options`: legal turns.
    """

    class Status(models.TextChoices):
        ASKED = "asked", _("waiting")
        DONE = "done", pgettext_lazy("a turn review", "finished")
        FAILED = "failed", pgettext_lazy("a turn review", "failed")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, db_index=False, related_name="reviews")
    seat = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=6, choices=Status, default=Status.ASKED)
    bot = models.CharField(max_length=40, blank=True)
    turns = models.JSONField(default=list)
    # Limits how often unfinished work is started again.
    tries = models.PositiveSmallIntegerField(default=0)
    asked_at = models.DateTimeField()
    begun_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        default_permissions = ("view",)
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="seat_review_once")]
        indexes = [models.Index(fields=["asked_at"], condition=Q(status="asked"), name="seat_review_to_do")]

    def __str__(self) -> str:
        return f"{self.game_id} / {self.seat}"
