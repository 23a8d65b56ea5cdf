"""Links that let people register, and accounts that wait for the site team."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LINK_NAME_MAX = 60
NOTE_MAX = 300


class RegistrationLink(models.Model):
    """A link by which at most `most` people register until `ends_at`."""

    name = models.CharField(_("Name"), max_length=LINK_NAME_MAX)
    # Staff copy the link again from its page, so the token itself is stored.
    token = models.CharField(max_length=43, editable=False)
    most = models.PositiveIntegerField(_("Accounts at most"))
    used = models.PositiveIntegerField(_("Accounts so far"), default=0)
    created_at = models.DateTimeField(_("Created"))
    ends_at = models.DateTimeField(_("Ends"))

    class Meta:
        verbose_name = _("Registration link")
        verbose_name_plural = _("Registration links")
        ordering = ["-id"]
        default_permissions = ("view",)
        permissions = [("edit_registration_link", "make and end links to register")]
        constraints = [
            models.UniqueConstraint(fields=["token"], name="registration_link_token"),
            models.CheckConstraint(condition=Q(used__lte=F("most")), name="registration_link_not_overused"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def works(self) -> bool:
        return self.used < self.most and self.ends_at > timezone.now()


class WaitingAccount(models.Model):
    """An account that can't log in, or a guest who can't become a member, until the site team approves it. The team
    sees it once it has confirmed its address.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="waiting",
        verbose_name=pgettext_lazy("a person", "Account"),
    )
    asked_at = models.DateTimeField(_("Registered"))
    # The person's own words, deleted with this row.
    note = models.CharField(_("Why they’d like to join"), max_length=NOTE_MAX, blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("Waiting account")
        verbose_name_plural = _("Waiting accounts")
        ordering = ["-id"]
        default_permissions = ("view",)
        permissions = [("judge_registration", "approve and refuse new accounts")]

    def __str__(self) -> str:
        return str(self.user)
