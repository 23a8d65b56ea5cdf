"""Emails about accounts, and links that take changed addresses back."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class AccountMail(models.Model):
    """An email about an account. `sealed` holds receiver, subject and text, encrypted because links open the account;
    emptied once the email is settled.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", pgettext_lazy("an email", "sent")
        FAILED = "failed", pgettext_lazy("an email", "failed")
        EXPIRED = "expired", _("out of date")

    OPEN = (Status.WAITING, Status.SENDING)

    # None if the receiver has no account.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("person"),
    )
    # Its template's name.
    kind = models.CharField(_("Kind"), max_length=80)
    status = models.CharField(_("Status"), max_length=8, choices=Status.choices, default=Status.WAITING)
    sealed = models.BinaryField(default=b"", blank=True)
    created_at = models.DateTimeField(_("Created"), default=timezone.now)
    due_at = models.DateTimeField(pgettext_lazy("when it is to be sent", "Due"), default=timezone.now)
    # When its link stops working.
    expires_at = models.DateTimeField(_("Expires"))
    sent_at = models.DateTimeField(pgettext_lazy("an email", "sent"), null=True, blank=True)
    attempts = models.PositiveIntegerField(_("Attempts"), default=0)
    # Attempts whose worker died.
    broken_off = models.PositiveIntegerField(_("Interrupted"), default=0)
    reason = models.CharField(_("Reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = verbose_name_plural = _("Account emails")
        ordering = ["-id"]
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["due_at"], condition=Q(status__in=("waiting", "sending")), name="account_mail_due"),
            models.Index(fields=["created_at"], name="account_mail_created"),
        ]

    def __str__(self) -> str:
        return str(self.pk)


class AddressReturn(models.Model):
    """A link that takes an address back. `digest`: keyed hash of the link's token; `sealed`: the former address."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    sealed = models.BinaryField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["created_at"], name="address_return_created")]

    def __str__(self) -> str:
        return self.digest[:8]
