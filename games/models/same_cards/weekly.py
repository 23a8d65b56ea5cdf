"""The hands of a week, which every account plays from the same seat, and their results."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.engine.fairdeal import WEEKLY_HANDS
from games.models.same_cards.shared_hand import SealedChain, SharedHand

WEEK_HANDS: Final = WEEKLY_HANDS


class WeeklyChain(SealedChain):
    """A chain of seeds of 16 weeks with eight hands each. `first_day` is a Monday."""

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["anchor"], name="weekly_chain_anchor")]


class WeeklyHand(models.Model):
    """A hand of the week that begins on the Monday `week` (UTC). `number` counts from 1."""

    hand = models.OneToOneField(SharedHand, on_delete=models.CASCADE, primary_key=True, related_name="weekly")
    week = models.DateField(_("Week"))
    number = models.PositiveSmallIntegerField(_("Hand"))
    chain = models.ForeignKey(WeeklyChain, on_delete=models.PROTECT, db_index=False, related_name="hands")

    class Meta:
        verbose_name = _("Hand of a week")
        verbose_name_plural = _("Hands of the week")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["week", "number"], name="weekly_hand_once"),
            models.CheckConstraint(condition=Q(number__range=(1, WEEK_HANDS)), name="weekly_hand_1_to_8"),
        ]

    def __str__(self) -> str:
        return f"{self.week} {self.number}"


class WeeklyResult(models.Model):
    """A person's week so far: `hands` finished, and the `points` of all of them. Only those who finish all hands are
    ranked. `margin`, after the week: by how many points in all they were left with less than the others with the same
    cards, on `compared` hands that others finished too; None until it is computed. `removed_at`: a moderator removed
    the result, which counts for nothing.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        db_index=False,
        related_name="weekly_results",
        verbose_name=_("player"),
    )
    week = models.DateField(_("Week"))
    hands = models.PositiveSmallIntegerField(_("Hands"))
    points = models.PositiveSmallIntegerField(_("Points"))
    compared = models.PositiveSmallIntegerField(default=0)
    margin = models.FloatField(null=True)
    finished_at = models.DateTimeField(_("When"))
    removed_at = models.DateTimeField(_("Removed"), null=True)

    class Meta:
        verbose_name = _("Result of a week")
        verbose_name_plural = _("Results of weeks")
        default_permissions = ("view",)
        permissions = [("remove_weeklyresult", "remove results of weekly hands")]
        constraints = [models.UniqueConstraint(fields=["user", "week"], name="weekly_result_once")]
        indexes = [
            models.Index(fields=["week", "points", "user"], condition=Q(hands=WEEK_HANDS), name="weekly_ranking"),
            models.Index(fields=["week"], condition=Q(margin=None), name="weekly_to_compare"),
        ]

    def __str__(self) -> str:
        return f"{self.week} {self.user_id}"


class DuplicateRating(models.Model):
    """A person's luck-adjusted rating: the sums of their weeks, and the `figure` (games.ratings.duplicate)."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="duplicate_rating"
    )
    hands = models.PositiveIntegerField()
    margin = models.FloatField()
    figure = models.FloatField()
    changed_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["-figure", "user"], name="duplicate_leaders")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.figure:.2f}"
