"""Decisions about people, appeals, and double accounts."""

from datetime import UTC, datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

REASON_MAX = 1000
APPEAL_MAX = 4000

FOREVER = datetime(9999, 1, 1, tzinfo=UTC)


class Sanction(models.Model):
    """A decision about a person, who is always notified. Columns of User cache the decisions that apply."""

    class Kind(models.TextChoices):
        WARN = "warn", _("warning")
        MUTE = "mute", _("no chat")
        BAR = "bar", _("no new games")
        SUSPEND = "suspend", _("suspension")
        BAN = "ban", _("ban")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        db_index=False,
        related_name="sanctions",
        verbose_name=_("person"),
    )
    kind = models.CharField(_("Kind"), max_length=8, choices=Kind)
    # The person reads it.
    reason = models.TextField(_("Reason"), max_length=REASON_MAX)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=pgettext_lazy("who did it", "By"),
    )
    created_at = models.DateTimeField(_("Decided"))
    # None: a warning, or without end.
    ends_at = models.DateTimeField(_("Ends"), null=True, blank=True)
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        db_index=False,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("Lifted by"),
    )
    lift_reason = models.TextField(_("Why lifted"), blank=True, max_length=REASON_MAX)
    # A change makes it unread.
    seen_at = models.DateTimeField(_("Read"), null=True, blank=True)

    class Meta:
        verbose_name = _("Decision")
        verbose_name_plural = _("Decisions")
        ordering = ["-id"]
        default_permissions = ("view",)
        permissions = [
            ("warn_person", "warn people"),
            ("mute_person", "take the chat from people"),
            ("bar_person", "bar people from new games"),
            ("suspend_person", "suspend people"),
            ("ban_person", "ban people"),
            ("lift_sanction", "lift and shorten decisions"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=("warn", "ban"), ends_at__isnull=True) | Q(kind__in=("mute", "bar", "suspend")),
                name="sanction_warnings_and_bans_have_no_end",
            ),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("created_at")), name="sanction_ends_after_it_begins"
            ),
            models.CheckConstraint(
                condition=Q(lifted_at__isnull=True, lifted_by__isnull=True, lift_reason="")
                | Q(lifted_at__isnull=False, lifted_by__isnull=False),
                name="sanction_lifted_by_somebody",
            ),
        ]
        indexes = [models.Index(fields=["user", "-id"], name="sanction_of_person")]

    def __str__(self) -> str:
        return f"{self.pk} {self.get_kind_display()}"

    @property
    def stands(self) -> bool:
        """Whether the decision is neither lifted nor over; a warning has no end."""
        return self.lifted_at is None and (self.ends_at is None or self.ends_at > timezone.now())


class Appeal(models.Model):
    class Outcome(models.TextChoices):
        UPHELD = "upheld", _("the decision was upheld")
        SHORTENED = "shortened", _("the decision was shortened")
        LIFTED = "lifted", _("the decision was lifted")

    sanction = models.OneToOneField(Sanction, on_delete=models.PROTECT, related_name="appeal")
    text = models.TextField(_("Text"), max_length=APPEAL_MAX)
    created_at = models.DateTimeField(_("Created"))
    answered_at = models.DateTimeField(_("Answered"), null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        db_index=False,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("Answered by"),
    )
    answer = models.TextField(pgettext_lazy("what somebody is told", "Answer"), blank=True, max_length=APPEAL_MAX)
    outcome = models.CharField(_("Outcome"), max_length=9, choices=Outcome, blank=True)

    class Meta:
        verbose_name = _("Appeal")
        verbose_name_plural = _("Appeals")
        ordering = ["-id"]
        default_permissions = ("view",)
        permissions = [("answer_appeal", "answer appeals")]
        constraints = [
            models.CheckConstraint(
                condition=Q(answered_at__isnull=True, answered_by__isnull=True, outcome="", answer="")
                | Q(answered_at__isnull=False, answered_by__isnull=False) & ~Q(outcome=""),
                name="appeal_answer_is_whole",
            )
        ]
        indexes = [
            models.Index(fields=["created_at"], condition=Q(answered_at__isnull=True), name="appeal_open"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"

    @property
    def answered_by_decider(self) -> bool:
        """Whether the moderator who decided also answered, as on a site with one moderator. One query unless the
        decision was fetched.
        """
        return self.answered_by_id is not None and self.answered_by_id == self.sanction.by_id


class DoubleAccount(models.Model):
    """A pair of one person's accounts; `first` has the lower id."""

    first = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="+", verbose_name=_("Account")
    )
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("Other account")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        db_index=False,
        related_name="+",
        verbose_name=pgettext_lazy("who did it", "By"),
    )
    created_at = models.DateTimeField(_("Marked"))
    reason = models.TextField(_("Reason"), max_length=REASON_MAX)
    merged_at = models.DateTimeField(_("Merged"), null=True, blank=True)

    class Meta:
        verbose_name = _("Double account")
        verbose_name_plural = _("Double accounts")
        ordering = ["-id"]
        default_permissions = ("view",)
        permissions = [("mark_double", "mark double accounts"), ("merge_double", "merge double accounts")]
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="double_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="double_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.first_id} {self.second_id}"
