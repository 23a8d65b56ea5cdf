"""What stays of people's comings and goings: networks and addresses for a while, and handles that nobody may have
again."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class NetworkTrace(models.Model):
    """From where an account was used. IPv6 addresses are cut to their /64. Kept for settings.NETWORK_DAYS days."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="network_traces", verbose_name=_("person")
    )
    address = models.GenericIPAddressField(_("network address"))
    first_seen_at = models.DateTimeField(_("first seen"))
    last_seen_at = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("network trace")
        verbose_name_plural = _("network traces")
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
    """A handle that belonged to an erased account, as a hash of its lower-case letters: never given again."""

    digest = models.CharField(max_length=64, primary_key=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.digest[:8]


class HeldAddress(models.Model):
    """An address of somebody who was suspended or banned when the account was erased, as a keyed hash: no new account
    is opened with it until that decision ends, of which `user`, the erased account, tells (suspended_until)."""

    digest = models.CharField(max_length=64, primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.digest[:8]
