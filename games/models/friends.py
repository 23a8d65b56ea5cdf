"""Friends, and requests to become friends."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least


class Friendship(models.Model):
    """A request until `accepted_at`. A declined one stays, so that the asker neither learns of it nor asks again."""

    asker = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="friends_asked"
    )
    asked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="friends_asked_by"
    )
    asked_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    declined_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(Least("asker", "asked"), Greatest("asker", "asked"), name="friendship_once_a_pair"),
            models.CheckConstraint(condition=~Q(asker=F("asked")), name="friendship_is_of_two"),
            models.CheckConstraint(
                condition=Q(accepted_at__isnull=True) | Q(declined_at__isnull=True, withdrawn_at__isnull=True),
                name="friendship_accepted_stands",
            ),
        ]
        indexes = [
            models.Index(fields=["asker", "asked_at"], name="friendship_of_asker"),
            models.Index(fields=["asked", "asked_at"], name="friendship_of_asked"),
        ]

    def __str__(self) -> str:
        return f"{self.asker_id} {self.asked_id}"
