"""Reports, signals, and moderators' acts on games."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Sanction
from accounts.models.append_only import APPEND_ONLY
from games.models.chat import ChatLine
from games.models.game import Game

TEXT_MAX = 2000
REASON_MAX = 1000


class Report(models.Model):
    """Judged by staff who neither wrote it nor are accused."""

    class Kind(models.TextChoices):
        GAME = "game", pgettext_lazy("what a report is about", "game")
        CHAT = "chat", _("chat message")
        PROFILE = "profile", _("profile")
        STALLING = "stalling", _("stalling")
        COLLUSION = "collusion", _("teaming up")

    class Status(models.TextChoices):
        OPEN = "open", pgettext_lazy("a report", "open")
        CLAIMED = "claimed", _("claimed")
        JUDGED = "judged", _("judged")

    class Outcome(models.TextChoices):
        ACTED = "acted", _("we acted on it")
        NOTED = "noted", _("noted for now")
        REFUSED = "refused", _("no rule was broken")

    kind = models.CharField(_("Kind"), max_length=9, choices=Kind)
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        db_index=False,
        related_name="reports",
        verbose_name=_("Reporter"),
    )
    # None for a report on a whole game.
    accused = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        db_index=False,
        null=True,
        blank=True,
        related_name="accusations",
        verbose_name=pgettext_lazy("whom or what it concerns", "About"),
    )
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, null=True, blank=True, related_name="reports", verbose_name=_("Game")
    )
    line = models.ForeignKey(
        ChatLine,
        on_delete=models.CASCADE,
        db_index=False,
        null=True,
        blank=True,
        related_name="reports",
        verbose_name=_("chat message"),
    )
    text = models.TextField(_("What happened"), max_length=TEXT_MAX, blank=True)
    created_at = models.DateTimeField(_("Created"))
    status = models.CharField(_("Status"), max_length=7, choices=Status, default=Status.OPEN)
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("Claimed by"),
    )
    claimed_at = models.DateTimeField(_("claimed"), null=True, blank=True)
    judged_at = models.DateTimeField(_("judged"), null=True, blank=True)
    outcome = models.CharField(_("Outcome"), max_length=7, choices=Outcome, blank=True)
    # Shown to the reporter.
    answer = models.TextField(pgettext_lazy("what somebody is told", "Answer"), max_length=TEXT_MAX, blank=True)
    sanction = models.ForeignKey(
        Sanction,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="reports",
        verbose_name=_("Decision"),
    )

    class Meta:
        verbose_name = pgettext_lazy("noun", "Report")
        verbose_name_plural = _("Reports")
        ordering = ["-id"]
        default_permissions = ("view",)
        permissions = [("judge_report", "judge reports")]
        constraints = [
            models.CheckConstraint(
                condition=Q(status="open", claimed_by__isnull=True, judged_at__isnull=True, outcome="")
                | Q(status="claimed", claimed_by__isnull=False, judged_at__isnull=True, outcome="")
                | Q(status="judged", claimed_by__isnull=False, judged_at__isnull=False) & ~Q(outcome=""),
                name="report_status_is_whole",
            ),
            models.CheckConstraint(
                condition=Q(game__isnull=False) | Q(accused__isnull=False), name="report_is_about_something"
            ),
            models.UniqueConstraint(
                fields=["reporter", "kind", "accused", "game", "line"],
                condition=~Q(status="judged"),
                nulls_distinct=False,
                name="report_open_once",
            ),
        ]
        indexes = [
            models.Index(fields=["created_at"], condition=~Q(status="judged"), name="report_open"),
            models.Index(fields=["created_at"], name="report_by_time"),
            models.Index(fields=["reporter", "-id"], name="report_by_reporter"),
            models.Index(fields=["accused", "-id"], name="report_by_accused"),
            models.Index(fields=["kind", "-id"], name="report_by_kind"),
            models.Index(fields=["status", "-id"], name="report_by_status"),
        ]

    def __str__(self) -> str:
        return f"{self.pk} {self.get_kind_display()}"


class ReportNote(models.Model):
    """A note among staff, never shown to the reporter."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="notes")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        db_index=False,
        related_name="+",
    )
    text = models.TextField(max_length=TEXT_MAX)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["report", "id"]
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.report_id} {self.pk}"


class CannedAnswer(models.Model):
    """A template for answers to reporters."""

    title = models.CharField(_("Title"), max_length=60, unique=True)
    text = models.TextField(_("Text"), max_length=TEXT_MAX)
    changed_at = models.DateTimeField(_("Changed"))

    class Meta:
        verbose_name = pgettext_lazy("what somebody is told", "Answer")
        verbose_name_plural = _("Answers")
        ordering = ["title"]
        default_permissions = ("view",)
        permissions = [("edit_canned_answer", "write canned answers")]

    def __str__(self) -> str:
        return self.title


class Signal(models.Model):
    """Suspicious play found by a task, for moderators to judge."""

    class Kind(models.TextChoices):
        NETWORK = "network", _("same network in one game")
        DUMPING = "dumping", _("loses to one player far beyond chance")
        STALLING = "stalling", _("lets time run out")
        MASS = "mass", _("many accounts from one network")

    kind = models.CharField(_("Kind"), max_length=8, choices=Kind)
    # Account ids, in order.
    people = ArrayField(models.BigIntegerField())
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="signals")
    # -log10 of the probability by chance.
    weight = models.FloatField()
    # Such as {"games": 12, "lost": 11}.
    evidence = models.JSONField(default=dict)
    first_seen_at = models.DateTimeField(_("First seen"))
    last_seen_at = models.DateTimeField(_("Last seen"))
    looked_at = models.DateTimeField(_("put aside"), null=True, blank=True)
    looked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        db_index=False,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=pgettext_lazy("who did it", "By"),
    )

    class Meta:
        verbose_name = _("Signal")
        verbose_name_plural = _("Signals")
        ordering = ["-id"]
        default_permissions = ("view",)
        permissions = [("judge_signal", "put signals aside")]
        constraints = [
            models.UniqueConstraint(fields=["kind", "people", "game"], nulls_distinct=False, name="signal_once"),
        ]
        indexes = [
            models.Index(fields=["-weight"], condition=Q(looked_at__isnull=True), name="signal_open"),
            models.Index(fields=["kind", "-id"], name="signal_by_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.pk} {self.get_kind_display()}"


class Intervention(models.Model):
    """A moderator's act in a game, shown to the players. Append-only."""

    class Kind(models.TextChoices):
        PAUSE = "pause", _("paused the game")
        RESUME = "resume", _("resumed the game")
        EXTEND = "extend", _("gave more time")
        PASS = "pass", _("passed for a player")
        BOT = "bot", _("gave a seat to a bot")
        REPLACE = "replace", _("gave a seat to another player")
        TAKE_BACK = "take_back", _("took back turns")
        CANCEL = "cancel", _("cancelled the game")
        LOCK_CHAT = "lock_chat", _("locked the chat")
        UNLOCK_CHAT = "unlock_chat", _("unlocked the chat")
        UNRATE = "unrate", _("made the game unrated")
        RATE = "rate", _("made the game rated")

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="interventions", verbose_name=_("Game"))
    kind = models.CharField(_("Kind"), max_length=11, choices=Kind)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=pgettext_lazy("the person", "Who"),
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    # 0 before the first deal.
    hand_number = models.PositiveSmallIntegerField(_("Hand"), default=0)
    after_turn = models.PositiveIntegerField(_("After turn"), default=0)
    version = models.PositiveIntegerField(_("Version"))
    # Shown to the players.
    reason = models.TextField(_("Reason"), max_length=REASON_MAX)
    created_at = models.DateTimeField(_("When"))

    class Meta:
        verbose_name = verbose_name_plural = _("Moderation")
        ordering = ["game", "id"]
        triggers = APPEND_ONLY
        default_permissions = ("view",)
        indexes = [models.Index(fields=["kind", "-id"], name="intervention_by_kind")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.kind}"


class Peek(models.Model):
    """A view of hidden cards by staff; shown to the players after the game. Append-only."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="peeks", verbose_name=_("Game"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        db_index=False,
        related_name="+",
        verbose_name=pgettext_lazy("the person", "Who"),
    )
    hand_number = models.PositiveSmallIntegerField(_("Hand"))
    after_turn = models.PositiveIntegerField(_("After turn"))
    # Shown to the players after the game.
    reason = models.TextField(_("Reason"), max_length=REASON_MAX)
    created_at = models.DateTimeField(_("When"))

    class Meta:
        verbose_name = verbose_name_plural = _("Cards viewed")
        ordering = ["game", "id"]
        triggers = APPEND_ONLY
        default_permissions = ("view",)
        indexes = [models.Index(fields=["by", "-id"], name="peek_by")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.hand_number}"
