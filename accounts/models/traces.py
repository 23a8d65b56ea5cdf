"""Traces of use and of erased accounts: networks, usernames, addresses."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class NetworkTrace(models.Model):
    """A network of an account: IPv6 cut to /64; stored for settings.NETWORK_DAYS days."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        db_index=False,
        related_name="network_traces",
        verbose_name=_("person"),
    )
    address = models.GenericIPAddressField(_("Network address"))
    first_seen_at = models.DateTimeField(_("First seen"))
    last_seen_at = models.DateTimeField(_("Last seen"))

    class Meta:
        verbose_name = verbose_name_plural = _("Network traces")
        ordering = ["-id"]
        default_permissions = ("view",)
        constraints = [models.UniqueConstraint(fields=["user", "address"], name="network_once_a_person")]
        indexes = [
            models.Index(fields=["address"], name="network_address"),
            models.Index(fields=["last_seen_at"], name="network_last_seen"),
        ]

    def __str__(self) -> str:
        return str(self.pk)


class ErasedHandle(models.Model):
    """A hash of the lower-case letters: never given again."""

    digest = models.CharField(max_length=64, primary_key=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.digest[:8]


class HeldAddress(models.Model):
    """Keyed hash of the address of a suspended or banned person whose account `user` was erased. It opens no account
    until `user.suspended_until`.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="+")

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.digest[:8]
