"""Ratings, seasons and rating changes (games.ratings.services)."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.game import Game


class Pool(models.TextChoices):
    """Pools of ratings: games with bots are rated separately."""

    PEOPLE = "people", _("Against people")
    BOTS = "bots", _("Against bots")


class Rating(models.Model):
    """A normal distribution (`mu`, `sigma`) of skill."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="ratings")
    pool = models.CharField(_("Pool"), max_length=6, choices=Pool)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField(_("Games"), default=0)
    changed_at = models.DateTimeField(_("Changed"))

    class Meta:
        verbose_name = _("Rating")
        verbose_name_plural = _("Ratings")
        default_permissions = ("view",)
        constraints = [models.UniqueConstraint(fields=["user", "pool"], name="rating_once_a_pool")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool}"


class SeasonStanding(models.Model):
    """A player's standing in a season. `season`: year and quarter, 20264 for October to December 2026. `score`: 1000 +
    40 (mu - 3 sigma), rounded, after the season's last game. `opponents`: different players met; 0 with bots.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="season_standings"
    )
    pool = models.CharField(_("Pool"), max_length=6, choices=Pool)
    season = models.PositiveIntegerField(_("Season"))
    score = models.IntegerField(_("score"))
    best_score = models.IntegerField(_("Best rating"))
    games = models.PositiveIntegerField(_("Games"), default=0)
    wins = models.PositiveIntegerField(pgettext_lazy("number of games", "won"), default=0)
    opponents = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(_("Changed"))

    class Meta:
        verbose_name = _("Season")
        verbose_name_plural = _("Seasons")
        default_permissions = ("view",)
        constraints = [models.UniqueConstraint(fields=["user", "pool", "season"], name="season_standing_once")]
        indexes = [models.Index(fields=["pool", "season", "-score", "user"], name="season_leaders")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool} {self.season}"


class RatingChange(models.Model):
    """The effect of a game on a rating. `place` counts from 1; ties share it."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, db_index=False, related_name="rating_changes", verbose_name=_("Game")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="rating_changes"
    )
    pool = models.CharField(_("Pool"), max_length=6, choices=Pool)
    season = models.PositiveIntegerField(_("Season"))
    place = models.PositiveSmallIntegerField(pgettext_lazy("rank in a game or list", "Place"))
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    # The game's end; changes are worked out in this order.
    at = models.DateTimeField(_("ended"))

    class Meta:
        verbose_name = verbose_name_plural = _("Rating history")
        default_permissions = ("view",)
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="rating_change_once_a_game")]
        indexes = [
            models.Index(fields=["user", "pool", "-at"], name="rating_change_of_player"),
            models.Index(fields=["pool", "at"], name="rating_change_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} / {self.user_id}"


class RatingRework(models.Model):
    """Changes of a pool to recalculate, in the order of (at, game). `from_at`, `from_game`: the first game; ratings and
    standings since are replaced at the end. `next_at`, `next_game`: the progress.
    """

    pool = models.CharField(max_length=6, choices=Pool, primary_key=True)
    from_at = models.DateTimeField()
    from_game = models.BigIntegerField()
    next_at = models.DateTimeField()
    next_game = models.BigIntegerField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pool} {self.next_game}"
