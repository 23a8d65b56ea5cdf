"""Networks and email domains that open no account."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.audit import REASON_MAX
from accounts.models.sanctions import FOREVER

VALUE_MAX = 255


class AccessBan(models.Model):
    """A network or email domain that is banned until `ends_at`, or FOREVER. Rows that are over stay listed."""

    class Kind(models.TextChoices):
        NETWORK = "network", _("Network")
        DOMAIN = "domain", _("Email domain")

    kind = models.CharField(_("Kind"), max_length=7, choices=Kind)
    # A network like "192.0.2.0/24", or a domain in lower case, in its ASCII form.
    value = models.CharField(_("Network or email domain"), max_length=VALUE_MAX)
    reason = models.TextField(_("Reason"), max_length=REASON_MAX)
    created_at = models.DateTimeField(_("Created"))
    ends_at = models.DateTimeField(_("Ends"), default=FOREVER)

    class Meta:
        verbose_name = _("Blocked network or email domain")
        verbose_name_plural = _("Blocked networks and email domains")
        ordering = ["-id"]
        default_permissions = ("view",)
        permissions = [("edit_access_ban", "ban networks and email domains")]

    def __str__(self) -> str:
        return self.value

    @property
    def has_end(self) -> bool:
        return self.ends_at != FOREVER

    @property
    def applies(self) -> bool:
        return self.ends_at > timezone.now()
