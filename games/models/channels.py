"""Webhooks and devices. Addresses are sealed, masked on pages and never logged."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

WEBHOOK_NAME_MAX = 40


class Webhook(models.Model):
    class Kind(models.TextChoices):
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        JSON = "json", _("plain JSON")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks", verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=7, choices=Kind)
    name = models.CharField(_("name"), max_length=WEBHOOK_NAME_MAX, blank=True)
    sealed_address = models.BinaryField()
    # What pages show of the address: host and ending.
    hint = models.CharField(_("address"), max_length=80)
    # Signs posts of the JSON kind; empty for others.
    sealed_secret = models.BinaryField(default=bytes)
    created_at = models.DateTimeField(_("created"))
    failures = models.PositiveSmallIntegerField(_("failures in a row"), default=0)
    stopped_at = models.DateTimeField(_("stopped"), null=True, blank=True)
    stopped_why = models.CharField(_("why"), max_length=200, blank=True)
    # In words; empty while the test runs.
    tested_at = models.DateTimeField(_("tested"), null=True, blank=True)
    test_outcome = models.CharField(_("outcome of the test"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["user", "pk"]

    def __str__(self) -> str:
        return f"{self.user}: {self.hint}"


class PushSubscription(models.Model):
    """A browser that accepts notices (RFC 8030)."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions", verbose_name=_("player")
    )
    endpoint_hash = models.CharField(max_length=64, unique=True)
    sealed_endpoint = models.BinaryField()
    # RFC 8291, URL-safe base64.
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    label = models.CharField(_("device"), max_length=80, blank=True)
    created_at = models.DateTimeField(_("created"))

    class Meta:
        verbose_name = _("push subscription")
        verbose_name_plural = _("push subscriptions")
        ordering = ["user", "pk"]

    def __str__(self) -> str:
        return f"{self.user}: {self.label}"
