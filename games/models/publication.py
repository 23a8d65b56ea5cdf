"""Replays of private games that their players publish."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.game import Game, new_invite_token


class Publication(models.Model):
    """A request to publish a finished private game's replay, or one hand of it, by a link of its own. It is public from
    `published_at`, when all players agreed or no one objected in time, until it ends. Players are numbers of seats:
    `agreed` with it, have `seen` it on a page, and `hidden` by their own choice. `told_at`: since when all who have not
    agreed know of it (games.history.publication.upkeep). `ended_by`: None if a moderator ended it.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, db_index=False, related_name="publications", verbose_name=_("Game")
    )
    # None for all hands.
    hand = models.PositiveSmallIntegerField(_("Hand"), null=True, blank=True)
    token = models.CharField(max_length=32, default=new_invite_token)
    asked_by = models.PositiveSmallIntegerField()
    agreed = ArrayField(models.PositiveSmallIntegerField())
    seen = ArrayField(models.PositiveSmallIntegerField(), default=list)
    hidden = ArrayField(models.PositiveSmallIntegerField(), default=list)
    asked_at = models.DateTimeField(_("Created"))
    told_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(pgettext_lazy("a published replay", "Published"), null=True, blank=True)
    ended_at = models.DateTimeField(pgettext_lazy("a published replay", "Withdrawn"), null=True, blank=True)
    ended_by = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("Published replay")
        verbose_name_plural = _("Publications")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["token"], name="publication_token_once"),
            models.UniqueConstraint(fields=["game", "asked_at"], name="publication_one_at_a_time"),
            models.UniqueConstraint(
                fields=["game"], condition=Q(ended_at__isnull=True), name="publication_once_a_game"
            ),
        ]
        indexes = [
            models.Index(
                fields=["asked_at"],
                condition=Q(published_at__isnull=True, ended_at__isnull=True),
                name="publication_waiting",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} / {self.hand or '*'}"
