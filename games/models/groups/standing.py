"""Standing tables, their members and games."""

from enum import StrEnum

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.default_titles import default_title
from games.models.game import NAME_MAX, Game, new_invite_token, new_public_id
from games.models.game_setup import GameSetup

MAX_MEMBERS = 12


class StandingTable(GameSetup):
    """A group that plays one game after another. The options hold for its next games; `seats_count`: at most so many
    play.
    """

    public_id = models.CharField("ID", max_length=64, default=new_public_id)
    name = models.CharField(_("Name"), max_length=NAME_MAX, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        db_index=False,
        related_name="+",
        verbose_name=_("Owner"),
    )
    invite_token = models.CharField(max_length=32, default=new_invite_token)
    # Players of its games may join without the link. Off once a member was removed, who may be one of them.
    players_join = models.BooleanField(default=True)
    # The token of the form, so that a second press finds its table.
    creation_token = models.CharField(max_length=64, blank=True, editable=False)
    # The next game begins some hours after the last one, without a press.
    goes_on = models.BooleanField(_("Next game begins automatically"), default=False)
    created_at = models.DateTimeField(_("Created"))

    class Meta:
        verbose_name = _("Standing table")
        verbose_name_plural = _("Standing tables")
        constraints = [
            models.CheckConstraint(condition=Q(seats_count__range=(2, 6)), name="standing_seats_2_to_6"),
            # Not of the columns, whose searches by beginnings would get indexes too.
            models.UniqueConstraint(fields=["public_id"], name="standing_public_id_once"),
            models.UniqueConstraint(fields=["invite_token"], name="standing_invite_token_once"),
            models.UniqueConstraint(
                fields=["creation_token"], condition=~Q(creation_token=""), name="standing_once_a_creation_token"
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        return self.name or default_title(self.public_id)


class StandingMember(models.Model):
    """A member of a standing table. `in_since`: the person joined or came back; a later game that they did not finish
    keeps them out of the next. `unasked`: why they must say again that they are in. `looked_at`: when they last opened
    the table's page. `sat_out_at`: when they last sat out because seats were few.
    """

    class Unasked(StrEnum):
        CHANGED = "changed"
        LEFT = "left"

    table = models.ForeignKey(
        StandingTable,
        on_delete=models.CASCADE,
        db_index=False,
        related_name="members",
        verbose_name=_("Standing table"),
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="standing_members", verbose_name=_("player")
    )
    joined_at = models.DateTimeField(_("Joined"))
    in_since = models.DateTimeField()
    out_until = models.DateTimeField(_("Sits out until"), null=True, blank=True)
    unasked = models.CharField(max_length=7, blank=True)
    looked_at = models.DateTimeField(null=True, blank=True)
    # The last chat line shown to the person.
    chat_read = models.PositiveBigIntegerField(default=0)
    sat_out_at = models.DateTimeField(_("Sat out last"), null=True, blank=True)

    class Meta:
        verbose_name = _("Member of a standing table")
        verbose_name_plural = _("Members of standing tables")
        default_permissions = ("view",)
        ordering = ["joined_at", "id"]
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="standing_member_once")]

    def __str__(self) -> str:
        return f"{self.table}: {self.user}"


class StandingInvitation(models.Model):
    """An invitation to join a standing table; it is deleted when the person joins. `barred_at`: the owner removed the
    person, so only the owner can invite them again.
    """

    table = models.ForeignKey(StandingTable, on_delete=models.CASCADE, db_index=False, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="standing_invitations")
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="+")
    created_at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True, blank=True)
    barred_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="standing_invitation_once")]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.user_id}"


class StandingGame(models.Model):
    """A game of a standing table. The newest is its current one."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="standing")
    table = models.ForeignKey(StandingTable, on_delete=models.CASCADE, related_name="games")

    class Meta:
        default_permissions = ()
        ordering = ["game"]

    def __str__(self) -> str:
        return str(self.game_id)


class StandingChange(models.Model):
    """A change of the next games' options by the owner: columns `before` and `after`, only those that differ. Later
    changes join it until its members hear of it at `told_at`.
    """

    table = models.ForeignKey(StandingTable, on_delete=models.CASCADE, related_name="changes")
    before = models.JSONField()
    after = models.JSONField()
    changed_at = models.DateTimeField()
    told_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.table_id}: {self.changed_at}"
