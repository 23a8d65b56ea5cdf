"""How strong players are, as the results of rated games tell (games.ratings.services)."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Pool(models.TextChoices):
    """Games among people alone, and games with bots: each has ratings of its own."""

    PEOPLE = "people", _("among people")
    BOTS = "bots", _("with bots")


class Rating(models.Model):
    """A player's strength in a pool as it is now: a normal distribution, `mu` likeliest, `sigma` wide."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings")
    pool = models.CharField(_("pool"), max_length=6, choices=Pool)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField(_("rated games"), default=0)
    changed_at = models.DateTimeField(_("changed"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        default_permissions = ("view",)
        constraints = [models.UniqueConstraint(fields=["user", "pool"], name="rating_once_a_pool")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool}"


class SeasonStanding(models.Model):
    """A player's part in one season of a pool. `season`: the year and its quarter, 20264 for October to December 2026.

    `score` is what the leaderboard sorts by and shows: 1000 + 40 (mu - 3 sigma), rounded, after the last game of it.
    `opponents`: how many different players sat in those games; counted among people alone, 0 with bots.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="season_standings")
    pool = models.CharField(_("pool"), max_length=6, choices=Pool)
    season = models.PositiveIntegerField(_("season"))
    score = models.IntegerField(_("score"))
    best_score = models.IntegerField(_("best score"))
    games = models.PositiveIntegerField(_("rated games"), default=0)
    wins = models.PositiveIntegerField(_("won"), default=0)
    opponents = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(_("changed"))

    class Meta:
        verbose_name = _("standing of a season")
        verbose_name_plural = _("standings of seasons")
        default_permissions = ("view",)
        constraints = [models.UniqueConstraint(fields=["user", "pool", "season"], name="season_standing_once")]
        indexes = [models.Index(fields=["pool", "season", "-score", "user"], name="season_leaders")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool} {self.season}"


class RatingChange(models.Model):
    """What one rated game did to one player's rating. `place` counts from 1 and is shared."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rating_changes", verbose_name=_("game"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rating_changes")
    pool = models.CharField(_("pool"), max_length=6, choices=Pool)
    season = models.PositiveIntegerField(_("season"))
    place = models.PositiveSmallIntegerField(_("place"))
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    # When the game ended; changes are worked out in this order.
    at = models.DateTimeField(_("game ended"))

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")
        default_permissions = ("view",)
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="rating_change_once_a_game")]
        indexes = [
            models.Index(fields=["user", "pool", "-at"], name="rating_change_of_player"),
            models.Index(fields=["pool", "at"], name="rating_change_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} / {self.user_id}"


class RatingRework(models.Model):
    """Work to do: a pool's changes are worked out again from a game on, in the order of (at, game).

    `from_at`, `from_game`: the first game it concerns; ratings and standings since then are written anew at the end.
    `next_at`, `next_game`: how far it has come. A pool whose ratings are whole has no row.
    """

    pool = models.CharField(_("pool"), max_length=6, choices=Pool, primary_key=True)
    from_at = models.DateTimeField()
    from_game = models.BigIntegerField()
    next_at = models.DateTimeField()
    next_game = models.BigIntegerField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pool} {self.next_game}"
