"""Leagues, their members and games."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.default_titles import default_title
from games.models.game import NAME_MAX, Game, new_invite_token, new_public_id
from games.models.game_setup import GameSetup
from games.models.groups.standing import StandingTable


class League(GameSetup):
    """A league, with the options of its games; `seats_count`: at most so many play at a table.

    `rounds`: from the start, the tables of each round, as numbers of members in the order of seats
    (games.leagues.schedule). `away_days`: so many days off stop a member's clocks.
    """

    class Status(models.TextChoices):
        SIGNUP = "signup", _("sign-up")
        RUNNING = "running", _("running")
        OVER = "over", _("over")
        CANCELLED = "cancelled", _("cancelled")

    public_id = models.CharField("ID", max_length=64, default=new_public_id)
    name = models.CharField(_("Name"), max_length=NAME_MAX, blank=True)
    founder = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        db_index=False,
        related_name="+",
        verbose_name=_("Founder"),
    )
    # Its members see the sign-up on the table's page.
    table = models.ForeignKey(
        StandingTable,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        # Its page reads leagues under way, which are few.
        db_index=False,
        related_name="leagues",
        verbose_name=_("Standing table"),
    )
    invite_token = models.CharField(max_length=32, default=new_invite_token)
    # The token of the form, so that a second press finds its league.
    creation_token = models.CharField(max_length=64, blank=True, editable=False)
    status = models.CharField(_("Status"), max_length=9, choices=Status, default=Status.SIGNUP)
    away_days = models.PositiveSmallIntegerField(_("Away days"))
    created_at = models.DateTimeField(_("Created"))
    signup_ends_at = models.DateTimeField(_("Sign-up ends"))
    begun_at = models.DateTimeField(_("Started"), null=True, blank=True)
    # From then on, stand-in bots play the games that still run.
    ends_at = models.DateTimeField(_("Ends"))
    rounds = models.JSONField(default=list, blank=True)

    class Meta:
        verbose_name = _("League")
        verbose_name_plural = _("Leagues")
        constraints = [
            models.CheckConstraint(condition=Q(seats_count__range=(2, 6)), name="league_seats_2_to_6"),
            models.CheckConstraint(condition=Q(ends_at__gt=F("signup_ends_at")), name="league_ends_after_sign_up"),
            models.UniqueConstraint(fields=["public_id"], name="league_public_id_once"),
            models.UniqueConstraint(fields=["invite_token"], name="league_invite_token_once"),
            models.UniqueConstraint(
                fields=["creation_token"], condition=~Q(creation_token=""), name="league_once_a_creation_token"
            ),
        ]
        indexes = [models.Index(fields=["id"], condition=Q(status__in=("signup", "running")), name="league_under_way")]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        return self.name or default_title(self.public_id)


class LeagueMember(models.Model):
    """A member. `number`: their place in the schedule, from the start on. `left_at`: a stand-in bot sits in their games
    that begin later.
    """

    league = models.ForeignKey(
        League, on_delete=models.CASCADE, db_index=False, related_name="members", verbose_name=_("League")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="league_members", verbose_name=_("player")
    )
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    joined_at = models.DateTimeField(_("Joined"))
    left_at = models.DateTimeField(_("Left"), null=True, blank=True)

    class Meta:
        verbose_name = _("Member of a league")
        verbose_name_plural = _("Members of leagues")
        default_permissions = ("view",)
        ordering = ["joined_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["league", "user"], name="league_member_once"),
            models.UniqueConstraint(fields=["league", "number"], name="league_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.league}: {self.user}"


class LeagueGame(models.Model):
    """A game of a league. `round`, `table` and `game_number` count from 0."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="in_league")
    league = models.ForeignKey(League, on_delete=models.CASCADE, db_index=False, related_name="games")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    game_number = models.PositiveSmallIntegerField()

    class Meta:
        default_permissions = ()
        ordering = ["league", "round", "table", "game_number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "round", "table", "game_number"], name="league_game_once")
        ]

    def __str__(self) -> str:
        return str(self.game_id)
