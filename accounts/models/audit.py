"""The audit log."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models.append_only import APPEND_ONLY

REASON_MAX = 1000


class AuditEntry(models.Model):
    """An act of staff. Append-only by trigger, for administrators too. Without foreign keys and names, so that erasing
    an account changes no row (accounts.staff.audit).
    """

    at = models.DateTimeField(_("When"))
    # None: the site itself.
    actor = models.BigIntegerField(null=True)
    # Like "game.pause".
    action = models.CharField(_("action"), max_length=40)
    # An account's id, a game's public id, any other row as "report 12".
    person = models.BigIntegerField(null=True)
    game = models.CharField(_("Game"), max_length=64, blank=True)
    about = models.CharField(pgettext_lazy("whom or what it concerns", "About"), max_length=60, blank=True)
    reason = models.TextField(_("Reason"), blank=True, max_length=REASON_MAX)
    # Like {"seat": 1, "version": 12}; no names.
    facts = models.JSONField(default=dict)

    class Meta:
        verbose_name = verbose_name_plural = _("Audit log")
        ordering = ["-id"]
        triggers = APPEND_ONLY
        default_permissions = ("view",)
        permissions = [("export_audit", "export the audit")]
        indexes = [
            models.Index(fields=["actor", "-id"], name="audit_by_actor"),
            models.Index(fields=["person", "-id"], name="audit_by_person", condition=models.Q(person__isnull=False)),
            models.Index(fields=["game", "-id"], name="audit_by_game", condition=~models.Q(game="")),
            models.Index(fields=["action", "-id"], name="audit_by_action"),
            models.Index(fields=["about", "-id"], name="audit_by_about", condition=~models.Q(about="")),
            models.Index(fields=["at"], name="audit_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.pk} {self.action}"
