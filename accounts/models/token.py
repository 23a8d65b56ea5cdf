"""Tokens that let programs act for an account."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

TOKEN_NAME_MAX = 60


class ApiToken(models.Model):
    """A token of a program. Only its hash is stored, so it is shown once, when it is made."""

    class Scope(models.TextChoices):
        READ = "read", _("See my games with cards and chats, and my notifications")
        PLAY = "play", _("Play for me: create and join games, take turns, write in chats")
        BOT = "bot", _("Make this account a bot, and set which games it plays")
        ACCOUNT = "account:read", _("See my email address")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens", verbose_name=_("person")
    )
    name = models.CharField(_("Name"), max_length=TOKEN_NAME_MAX)
    digest = models.CharField(max_length=64, editable=False)
    scopes = ArrayField(models.CharField(max_length=20, choices=Scope.choices), verbose_name=_("The program may"))
    created_at = models.DateTimeField(_("Created"))
    expires_at = models.DateTimeField(_("Ends"))
    last_used_at = models.DateTimeField(_("Last used"), null=True, blank=True)
    # Empty if no networks are stored (NETWORK_DAYS).
    last_network = models.GenericIPAddressField(_("Network address"), null=True, blank=True)

    class Meta:
        verbose_name = _("Token")
        verbose_name_plural = _("Tokens")
        ordering = ["-id"]
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["digest"], name="token_digest")]

    def __str__(self) -> str:
        return self.name
