"""Hands that several people play, each against the same bots from the same seat."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from games.models.hand import Hand


class SharedHand(models.Model):
    """A deal for everyone. `deck` is the whole order, dealt cards first. A person sits at `seat`; `bots` sit at the
    next seats, clockwise. `chance` is the key, in hex, from which bots draw. `strongest` has the turns of the hand with
    the strongest bot at `seat`, "" until they are computed. All of it is secret to people who have not finished the
    hand.
    """

    deck = ArrayField(models.CharField(max_length=2))
    seats = models.PositiveSmallIntegerField()
    leader = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    bots = ArrayField(models.CharField(max_length=40))
    chance = models.CharField(max_length=64)
    strongest = models.TextField(blank=True)
    created_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["id"], condition=Q(strongest=""), name="shared_hand_without_line")]

    def __str__(self) -> str:
        return str(self.pk)


class SealedChain(models.Model):
    """A chain of 128 seeds, in use from `first_day` on (FAIRDEAL.md). `sealed` is s_128, never shown to anyone."""

    first_day = models.DateField(unique=True)
    anchor = models.CharField(max_length=64)
    sealed = models.BinaryField()
    created_at = models.DateTimeField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return str(self.first_day)


class DailyChain(SealedChain):
    """The chain of seeds of 128 days."""

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["anchor"], name="daily_chain_anchor")]


class DailyHand(models.Model):
    """The hand of a day (UTC). `told_to`: people up to this account have heard of it, if they want to."""

    hand = models.OneToOneField(SharedHand, on_delete=models.CASCADE, primary_key=True, related_name="daily")
    day = models.DateField(unique=True)
    chain = models.ForeignKey(DailyChain, on_delete=models.PROTECT, db_index=False, related_name="hands")
    told_to = models.PositiveBigIntegerField(default=0)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.day)


class HandPlay(models.Model):
    """A hand as one person plays it: an account's, or that of a visitor with the token `visitor` in their session.
    `turns`: all seats' turns so far. `streak`: for a finished hand of a day, how many days in a row the person has
    finished, that day included. `counts`: whether the result is part of everyone's; visitors and guests could try the
    hand again under another name.
    """

    hand = models.ForeignKey(SharedHand, on_delete=models.CASCADE, db_index=False, related_name="plays")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="hand_plays")
    visitor = models.CharField(max_length=32, blank=True)
    turns = models.TextField(blank=True)
    points = models.PositiveSmallIntegerField(null=True)
    counts = models.BooleanField()
    streak = models.PositiveIntegerField(default=0)
    begun_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["hand", "user"], name="hand_play_once_a_person"),
            models.UniqueConstraint(
                fields=["visitor", "hand"], condition=~Q(visitor=""), name="hand_play_once_a_visit"
            ),
            models.CheckConstraint(condition=Q(user=None) ^ Q(visitor=""), name="hand_play_of_one"),
            models.CheckConstraint(
                condition=Q(points=None, finished_at=None) | Q(points__isnull=False, finished_at__isnull=False),
                name="hand_play_finished_with_points",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand_id} / {self.user_id or self.visitor}"


class Challenge(models.Model):
    """A hand of a finished public game, sent to others: the deal from the seat of its challenger, against one bot at
    all other seats.
    """

    hand = models.OneToOneField(SharedHand, on_delete=models.CASCADE, primary_key=True, related_name="challenge")
    public_id = models.CharField(max_length=64)
    game_hand = models.ForeignKey(Hand, on_delete=models.CASCADE, db_index=False, related_name="challenges")
    challenger = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges")
    bot = models.CharField(max_length=40)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["public_id"], name="challenge_public_id"),
            models.UniqueConstraint(fields=["game_hand", "challenger", "bot"], name="challenge_once"),
        ]

    def __str__(self) -> str:
        return self.public_id
