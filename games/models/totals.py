"""Totals of players over all their games. Rows belong to people: games of merged accounts count for the one that
remains. They repeat what finished games say (games.ratings.totals).
"""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.rating import Pool


class PlayerTotals(models.Model):
    """Totals of a player's seats in finished games that have figures, and streaks of games: `wins_now`: won in a row up
    to the newest game, alone or shared; `wins_most`: at most; `losses_now`: since the last victory.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="totals"
    )
    games = models.PositiveIntegerField()
    hands = models.PositiveIntegerField()
    hands_out = models.PositiveIntegerField()
    rounds = models.PositiveBigIntegerField()
    rounds_won = models.PositiveBigIntegerField()
    plays = models.PositiveBigIntegerField()
    passes = models.PositiveBigIntegerField()
    timeouts = models.PositiveBigIntegerField()
    cards_played = models.PositiveBigIntegerField()
    highest_value = models.PositiveBigIntegerField()
    largest_set = models.PositiveSmallIntegerField()
    wins_now = models.PositiveIntegerField()
    wins_most = models.PositiveIntegerField()
    losses_now = models.PositiveIntegerField()
    # The newest game that counts.
    last_at = models.DateTimeField()
    last_game = models.BigIntegerField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.user_id)


class PlayerTally(models.Model):
    """How many games of a size a player finished in a pool, and won, alone or shared."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="tallies")
    pool = models.CharField(max_length=6, choices=Pool)
    seats = models.PositiveSmallIntegerField()
    played = models.PositiveIntegerField()
    won = models.PositiveIntegerField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["user", "pool", "seats"], name="player_tally_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool} {self.seats}"


class HeadToHead(models.Model):
    """Finished games of a person with another player, and how often the person came in ahead, behind or level. The
    `public_` columns count public games alone. Each pair of people has two rows.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="heads_to_heads"
    )
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="+")
    games = models.PositiveIntegerField()
    ahead = models.PositiveIntegerField()
    behind = models.PositiveIntegerField()
    level = models.PositiveIntegerField()
    public_games = models.PositiveIntegerField()
    public_ahead = models.PositiveIntegerField()
    public_behind = models.PositiveIntegerField()
    public_level = models.PositiveIntegerField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["other", "user"], name="head_to_head_once")]
        indexes = [
            models.Index(fields=["user", "-games", "other"], name="head_to_head_most"),
            models.Index(
                fields=["user", "-public_games", "other"], condition=Q(public_games__gt=0), name="head_to_head_public"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} / {self.other_id}"
