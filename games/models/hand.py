"""Hands, moves and take-backs. Moves are the source of truth; `state` is derived from them."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models.append_only import APPEND_ONLY
from games.models.game import Game

MAX_HAND_NUMBER = 128


class Hand(models.Model):
    """A hand. `deck` is the whole order, dealt cards first; secret until the hand is over."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, db_index=False, related_name="hands", verbose_name=_("Game")
    )
    number = models.PositiveSmallIntegerField(_("Hand"))
    leader = models.PositiveSmallIntegerField()
    deck = ArrayField(models.CharField(max_length=2))
    # s_n in hex, once the hand is over or void (FAIRDEAL.md, 4).
    seed = models.CharField(max_length=64, blank=True)
    voided = models.BooleanField(_("Void"), default=False)
    started_at = models.DateTimeField(_("Started"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    # Derived columns, written only by games.play.derived.
    state = models.JSONField()
    # The length of the log, including turns taken back.
    turns_count = models.PositiveIntegerField(_("Turns"), default=0)
    points = ArrayField(models.PositiveSmallIntegerField(), null=True, blank=True, verbose_name=_("Points"))

    class Meta:
        verbose_name = _("Hand")
        verbose_name_plural = _("Hands")
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="hand_number_once_a_game"),
            models.UniqueConstraint(
                fields=["game"], condition=Q(ended_at__isnull=True), name="hand_one_running_a_game"
            ),
            models.CheckConstraint(condition=Q(number__range=(1, MAX_HAND_NUMBER)), name="hand_number_1_to_128"),
            models.CheckConstraint(condition=Q(leader__range=(0, 5)), name="hand_leader_0_to_5"),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, seed="", voided=False, points__isnull=True)
                # Void hands lack it if the chain was lost.
                | Q(ended_at__isnull=False) & (~Q(seed="") | Q(voided=True)),
                name="hand_seed_shown_only_when_over",
            ),
        ]
        indexes = [
            models.Index(fields=["-id"], condition=Q(voided=True), name="hand_void"),
            models.Index(fields=["-id"], condition=Q(ended_at__isnull=False), name="hand_over"),
        ]

    def __str__(self) -> str:
        return f"{self.game} / {self.number}"


class MoveQuerySet(models.QuerySet["Move"]):
    def valid(self, version: int | None = None) -> MoveQuerySet:
        """Leave out taken-back turns, optionally as of a `version`. No query of its own."""
        taken_back = _taken_back()
        if version is None:
            return self.filter(~Exists(taken_back))
        return self.filter(~Exists(taken_back.filter(version__lte=version)), version__lte=version)

    def taken_back(self) -> MoveQuerySet:
        """The moves taken back, without a query of its own."""
        return self.filter(Exists(_taken_back()))


def _taken_back() -> models.QuerySet[TakeBack]:
    """Take-backs that cover the outer query's move."""
    return TakeBack.objects.filter(
        hand_id=OuterRef("hand_id"), kept__lt=OuterRef("number"), last__gte=OuterRef("number")
    )


class Move(models.Model):
    """A turn in the engine's canonical text. Append-only by a trigger."""

    class By(models.TextChoices):
        PLAYER = "player", _("player")
        AUTO = "auto", _("planned turn")
        TIMEOUT = "timeout", _("time is up")
        BOT = "bot", _("bot")
        MODERATOR = "moderator", _("moderator")

    hand = models.ForeignKey(
        Hand, on_delete=models.PROTECT, db_index=False, related_name="moves", verbose_name=_("Hand")
    )
    number = models.PositiveIntegerField(_("Turn"))
    seat = models.PositiveSmallIntegerField()
    turn = models.CharField(_("Cards"), max_length=40)
    by = models.CharField(max_length=9, choices=By)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=pgettext_lazy("the person", "Who"),
    )
    version = models.PositiveIntegerField(_("Version"))
    created_at = models.DateTimeField(_("When"))

    objects = MoveQuerySet.as_manager()

    class Meta:
        verbose_name = _("Turn")
        verbose_name_plural = _("Turns")
        ordering = ["hand", "number"]
        triggers = APPEND_ONLY
        constraints = [
            models.UniqueConstraint(fields=["hand", "number"], name="move_number_once_a_hand"),
            models.CheckConstraint(condition=Q(number__gte=1), name="move_number_from_1"),
            models.CheckConstraint(condition=Q(seat__range=(0, 5)), name="move_seat_0_to_5"),
            models.CheckConstraint(condition=Q(version__gte=F("number")), name="move_version_not_below_number"),
        ]
        # Rows are in order of time, as BRIN needs.
        indexes = [
            BrinIndex(fields=["created_at"], name="move_of_day", autosummarize=True),
            # The few turns that no player took.
            models.Index(
                fields=["by", "-id"], condition=Q(by__in=("timeout", "bot", "moderator")), name="move_not_by_player"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand} / {self.number}: {self.turn}"


class TakeBack(models.Model):
    """Turns numbered above `kept` up to `last`, the log's length then, no longer count. The moves stay. Append-only."""

    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="take_backs", verbose_name=_("Hand"))
    kept = models.PositiveIntegerField(_("Last turn kept"))
    last = models.PositiveIntegerField(_("Last turn taken back"))
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=pgettext_lazy("the person", "Who"),
    )
    version = models.PositiveIntegerField(_("Version"))
    created_at = models.DateTimeField(_("When"))

    class Meta:
        verbose_name = verbose_name_plural = _("Turns taken back")
        ordering = ["hand", "id"]
        triggers = APPEND_ONLY
        default_permissions = ("view",)
        constraints = [models.CheckConstraint(condition=Q(last__gt=F("kept")), name="take_back_takes_something")]

    def __str__(self) -> str:
        return f"{self.hand}: {self.kept + 1}-{self.last}"
