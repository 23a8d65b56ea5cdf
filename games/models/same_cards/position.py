"""Positions of the day, and answers to them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.game import Game


class Position(models.Model):
    """A turn of a finished hand for everyone to choose on `day` (UTC); None until it is drawn for a day. `moment`: the
    hand as JSON (games.positions.moment), with all its cards and no name. `origin`: the game's name in it. `game`: the
    public game of this site that it is from, None for a game of bots.
    """

    class Kind(models.TextChoices):
        BEAT = "beat", pgettext_lazy("a question about a turn", "beat a set")
        LEAD = "lead", pgettext_lazy("a question about a turn", "lead")
        PASS = "pass", pgettext_lazy("a question about a turn", "pass")
        PICKUP = "pickup", pgettext_lazy("a question about a turn", "pick up")

    origin = models.CharField(max_length=80)
    game = models.OneToOneField(Game, on_delete=models.CASCADE, null=True, related_name="position")
    moment = models.TextField()
    kind = models.CharField(_("Kind"), max_length=6, choices=Kind)
    cards = models.PositiveSmallIntegerField(_("Cards"))
    day = models.DateField(_("Day"), null=True)
    created_at = models.DateTimeField(_("When"))
    withdrawn_at = models.DateTimeField(_("Withdrawn at"), null=True)

    class Meta:
        default_permissions = ("view",)
        permissions = [("withdraw_position", "withdraw positions of the day")]
        verbose_name = _("Position of the day")
        verbose_name_plural = _("Positions of the day")
        constraints = [
            models.UniqueConstraint(fields=["origin"], name="position_origin"),
            models.UniqueConstraint(fields=["day"], condition=Q(withdrawn_at=None), name="position_one_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.day or ''} {self.origin}".strip()


class PositionAnswer(models.Model):
    """A person's turn in a position: an account's, or that of a visitor with the token `visitor` in their session.
    `turn`: as the engine writes it. `counts`: whether it is part of everyone's; visitors and guests could answer again
    under another name.
    """

    position = models.ForeignKey(Position, on_delete=models.CASCADE, db_index=False, related_name="answers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="position_answers"
    )
    visitor = models.CharField(max_length=32, blank=True)
    turn = models.CharField(max_length=40)
    right = models.BooleanField()
    counts = models.BooleanField()
    answered_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["position", "user"], name="position_answer_once_a_person"),
            models.UniqueConstraint(
                fields=["visitor", "position"], condition=~Q(visitor=""), name="position_answer_once_a_visit"
            ),
            models.CheckConstraint(condition=Q(user=None) ^ Q(visitor=""), name="position_answer_of_one"),
        ]

    def __str__(self) -> str:
        return f"{self.position_id} / {self.user_id or self.visitor}"
