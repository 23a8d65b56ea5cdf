"""The emails and push messages about new cases that members of the site team choose."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class StaffAlerts(models.Model):
    """A staff member's choice; without a row nothing is sent."""

    class When(models.TextChoices):
        NEVER = "never", _("never")
        NOW = "now", _("as they come")
        DAILY = "daily", _("once a day")

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="staff_alerts")
    reports = models.CharField(max_length=5, choices=When, default=When.NEVER)
    appeals = models.CharField(max_length=5, choices=When, default=When.NEVER)
    accounts = models.CharField(max_length=5, choices=When, default=When.NEVER)
    # Push messages too, about cases that are told as they come.
    push = models.BooleanField(default=False, db_default=False)
    # Cases until then are no news.
    read_until = models.DateTimeField()
    digest_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.pk)
