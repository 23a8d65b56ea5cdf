"""Webhooks and devices. Addresses are sealed, masked on pages and never logged."""

from datetime import timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, pgettext_lazy

from accounts.secret_box import Unreadable, unseal

WEBHOOK_NAME_MAX = 40
# The outcome of a successful test; pages translate it.
ARRIVED = gettext_noop("it arrived")
# A test without outcome after this long counts as lost.
TEST_TIMEOUT = timedelta(minutes=1)


class OutgoingHook(models.Model):
    """An address that the site posts to, and how that went lately."""

    sealed_address = models.BinaryField()
    # The part of the address that pages show: host and ending.
    hint = models.CharField(pgettext_lazy("web address", "Address"), max_length=80)
    # Signs posts in our own format; empty for others.
    sealed_secret = models.BinaryField(default=bytes)
    created_at = models.DateTimeField(_("Created"))
    # Attempts that failed since the last success, and the first of them.
    failures = models.PositiveSmallIntegerField(_("Failures"), default=0)
    failing_since = models.DateTimeField(_("failing since"), null=True, blank=True)
    # Until then a server that was too slow is asked nothing.
    rests_until = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(pgettext_lazy("a webhook", "Stopped"), null=True, blank=True)
    stopped_why = models.CharField(_("Reason"), max_length=200, blank=True)

    class Meta:
        abstract = True

    @property
    def secret(self) -> str:
        """The secret that signs posts; "" if there is none, or if the key is lost."""
        try:
            return unseal(self.sealed_secret).decode() if self.sealed_secret else ""
        except Unreadable:
            return ""


class Webhook(OutgoingHook):
    class Kind(models.TextChoices):
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        MATTERMOST = "mattermost", "Mattermost"
        JSON = "json", _("Plain JSON")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks")
    kind = models.CharField(max_length=10, choices=Kind)
    name = models.CharField(max_length=WEBHOOK_NAME_MAX, blank=True)
    # In words; empty while the test runs.
    tested_at = models.DateTimeField(null=True, blank=True)
    test_outcome = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["user", "pk"]

    def __str__(self) -> str:
        return f"{self.user}: {self.hint}"

    @property
    def testing(self) -> bool:
        """Whether a test is under way."""
        return self.tested_at is not None and not self.test_outcome and not self.test_lost

    @property
    def test_lost(self) -> bool:
        """Whether the last test never reported back."""
        return bool(self.tested_at and not self.test_outcome and timezone.now() - self.tested_at >= TEST_TIMEOUT)

    @property
    def test_worked(self) -> bool:
        return self.test_outcome == ARRIVED


class PushSubscription(models.Model):
    """A browser that accepts notifications (RFC 8030) while its person is logged in there."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions")
    # The login that switched it on, and ends it.
    session = models.ForeignKey(Session, on_delete=models.CASCADE, db_index=False, related_name="+")
    endpoint_hash = models.CharField(max_length=64, unique=True)
    sealed_endpoint = models.BinaryField()
    # RFC 8291, URL-safe base64.
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    label = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["user", "pk"]
        indexes = [models.Index(fields=["session"], name="push_of_session")]

    def __str__(self) -> str:
        return f"{self.user}: {self.label}"
