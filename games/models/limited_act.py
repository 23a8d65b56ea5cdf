"""Acts that rate limits count."""

from enum import StrEnum

from django.conf import settings
from django.db import models


class LimitedAct(models.Model):
    """An act of a person, stored for a day. Limits can't count the rows that the act wrote, because undoing it deletes
    them and repeating it changes them.
    """

    class Kind(StrEnum):
        GAME = "game"
        INVITE = "invite"
        FRIEND = "friend"
        WEBHOOK_TEST = "webhook_test"
        RESEND = "resend"
        EXPORT = "export"
        CHALLENGE = "challenge"
        IMPORT = "import"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="+")
    kind = models.CharField(max_length=12)
    # The id of the person concerned, or 0.
    about = models.PositiveBigIntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        indexes = [
            models.Index(fields=["user", "kind", "at"], name="act_of_person"),
            models.Index(fields=["at"], name="act_to_forget"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}"
