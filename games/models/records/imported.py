"""Games that were played elsewhere."""

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.game import new_invite_token

TITLE_MAX: Final = 60


class ImportedRecord(models.Model):
    """The record of a game that was played elsewhere, shown as a replay. It is no game of this site. Its owner sees it,
    and everyone with its link while it is shared and no moderator has `withdrawn` it.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        db_index=False,
        related_name="imported_records",
        verbose_name=_("Imported by"),
    )
    title = models.CharField(_("Title"), max_length=TITLE_MAX, blank=True)
    token = models.CharField(max_length=32, default=new_invite_token)
    # Of the deal, as hex: two records with the same one are of the same game.
    fingerprint = models.CharField(max_length=64)
    # With the fields of RECORDS.md alone.
    record = models.JSONField()
    imported_at = models.DateTimeField(_("Imported"))
    shared_at = models.DateTimeField(_("Shared"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(pgettext_lazy("a published replay", "Withdrawn"), null=True, blank=True)

    class Meta:
        verbose_name = _("Imported game")
        verbose_name_plural = _("Imported games")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["token"], name="imported_record_token_once"),
            models.UniqueConstraint(fields=["owner", "fingerprint"], name="imported_record_once_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.owner_id} {self.title or self.pk}"

    @property
    def is_shared(self) -> bool:
        return self.shared_at is not None and self.withdrawn_at is None
