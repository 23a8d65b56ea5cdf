"""Mails to be sent. A row holds kind and ids; the text is made at sending and kept nowhere."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class OutboxMail(models.Model):
    """One mail to one person, written in the transaction of the event that it tells of."""

    class Kind(models.TextChoices):
        TURN = "turn", _("your turn")
        INVITATION = "invitation", _("invitation")
        JOINED = "joined", _("you sat down")
        STARTED = "started", _("game started")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")
        DROPPED = "dropped", _("no longer true")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="outbox", verbose_name=_("game"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="outbox", verbose_name=_("to")
    )
    # The game's version that the mail speaks of: one turn, one mail.
    version = models.PositiveIntegerField(_("version"))
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.WAITING)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    due_at = models.DateTimeField(_("due"))
    created_at = models.DateTimeField(_("created"))
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("mail")
        verbose_name_plural = _("outbox")
        constraints = [
            models.UniqueConstraint(fields=["kind", "game", "user", "version"], name="outbox_one_mail_an_event"),
            models.CheckConstraint(
                condition=~Q(status="sent") | Q(sent_at__isnull=False), name="outbox_sent_has_a_time"
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(status__in=("waiting", "sending")), name="outbox_due"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.game} {self.user}"
