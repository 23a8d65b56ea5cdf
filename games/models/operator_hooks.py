"""Operators' hooks: what happens on the site, posted to an address of theirs."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.channels import WEBHOOK_NAME_MAX, OutgoingHook
from games.models.notice import ANSWER_MAX, Notice

EVENT_MAX = 20


class OperatorHook(OutgoingHook):
    """Posts events of the whole site, for administrators."""

    class Event(models.TextChoices):
        GAME_STARTED = "game.started", _("Game started")
        GAME_FINISHED = "game.finished", _("Game finished")
        GAME_CANCELLED = "game.cancelled", _("Game cancelled")
        REPORTED = "report.created", pgettext_lazy("noun", "Report")
        ACCOUNT = "account.created", _("Account created")

    name = models.CharField(_("Name"), max_length=WEBHOOK_NAME_MAX)
    events = ArrayField(models.CharField(max_length=EVENT_MAX, choices=Event.choices), verbose_name=_("Events"))
    # Later events have no deliveries yet.
    read_until = models.DateTimeField()

    class Meta:
        verbose_name = _("Hook")
        verbose_name_plural = _("Hooks")
        ordering = ["-id"]
        default_permissions = ("view",)
        permissions = [("edit_operator_hook", "add, change and remove hooks")]

    def __str__(self) -> str:
        return f"{self.name}: {self.hint}"


class HookDelivery(models.Model):
    """An event for a hook. Its text is made when it is sent, and never stored."""

    TEST = "test"

    hook = models.ForeignKey(
        OperatorHook, on_delete=models.CASCADE, db_index=False, related_name="deliveries", verbose_name=_("Hook")
    )
    event = models.CharField(_("Event"), max_length=EVENT_MAX, choices=[*OperatorHook.Event.choices, (TEST, _("Test"))])
    # The id of the game, report or account; of a test, its time in milliseconds.
    about = models.PositiveBigIntegerField()
    happened_at = models.DateTimeField(_("Created"))
    status = models.CharField(_("Status"), max_length=8, choices=Notice.Status, default=Notice.Status.WAITING)
    attempts = models.PositiveSmallIntegerField(_("Attempts"), default=0)
    reason = models.CharField(_("Reason"), max_length=200, blank=True)
    # The last status of the hook's server, and the beginning of its answer.
    answer = models.CharField(pgettext_lazy("of a server", "Answer"), max_length=ANSWER_MAX, blank=True)
    due_at = models.DateTimeField(pgettext_lazy("when it is to be sent", "Due"))
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("Delivery to a hook")
        verbose_name_plural = _("Deliveries to hooks")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["hook", "event", "about"], name="hook_delivery_once_an_event"),
            models.CheckConstraint(
                condition=~Q(status="sent") | Q(sent_at__isnull=False), name="hook_delivery_sent_has_a_time"
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(status__in=("waiting", "sending")), name="hook_delivery_due"),
            models.Index(fields=["happened_at"], name="hook_delivery_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.about}"
