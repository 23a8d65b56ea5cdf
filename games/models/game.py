"""Games, seats, invitations, queue entries and events."""

from __future__ import annotations

import secrets
import string
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models.append_only import APPEND_ONLY
from games.engine import GameOptions
from games.models.default_titles import default_title
from games.models.game_setup import GameSetup
from games.models.open_seats import OPEN_SEATS

if TYPE_CHECKING:
    from accounts.models import User

PUBLIC_ID_LENGTH = 10
NAME_MAX = 40
CONTRIBUTION_MAX = 64
_PUBLIC_ID_LETTERS = string.ascii_letters + string.digits


GIVEN_UP = Q(status="cancelled", started_at__isnull=True)
"""Games that all players left before the start."""


def new_public_id() -> str:
    """A random id; FAIRDEAL.md allows 1 to 64 of A-Za-z0-9_-."""
    return "".join(secrets.choice(_PUBLIC_ID_LETTERS) for _letter in range(PUBLIC_ID_LENGTH))


def new_invite_token() -> str:
    return secrets.token_urlsafe(16)


class Game(GameSetup):
    """A game. Its options are fixed at creation. Columns below "Cached" repeat seats, hands and moves."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("public")
        PRIVATE = "private", _("private")

    class Ending(models.TextChoices):
        TARGET = "target", _("the target was reached")
        SINGLE_HAND = "single_hand", _("a single hand was played")
        RESIGNED = "resigned", _("the others resigned")
        CANCELLED = "cancelled", _("cancelled")

    public_id = models.CharField("ID", max_length=64, unique=True, default=new_public_id)
    name = models.CharField(_("Name"), max_length=NAME_MAX, blank=True)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="hosted_games", verbose_name=_("Host")
    )
    invite_token = models.CharField(max_length=32, unique=True, default=new_invite_token)
    # The token of the form, so that a second press finds its game (lobby.game_create).
    creation_token = models.CharField(max_length=64, blank=True, editable=False)
    visibility = models.CharField(_("Visibility"), max_length=8, choices=Visibility, default=Visibility.PUBLIC)

    # In per cent; None lets everyone in.
    min_reliability = models.PositiveSmallIntegerField(_("Minimum turns on time"), null=True, blank=True)
    counts_for_rating = models.BooleanField(_("Counts for rating"), default=True)
    from_queue = models.BooleanField(_("From “Find players”"), default=False)
    rematch_of = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="rematch", verbose_name=_("Rematch of")
    )

    # The verifiable deal (FAIRDEAL.md) in hex: the anchor from creation, the rest from the start.
    anchor = models.CharField(_("Anchor"), max_length=64, unique=True)
    fingerprint = models.CharField(_("Fingerprint"), max_length=64, blank=True)
    removed = models.CharField(_("Removed colours"), max_length=2, blank=True)
    first_leader = models.PositiveSmallIntegerField(null=True, blank=True)

    created_at = models.DateTimeField(_("Created"))
    full_at = models.DateTimeField(_("All seats taken"), null=True, blank=True)
    contributions_due_at = models.DateTimeField(_("starts at the latest"), null=True, blank=True)
    started_at = models.DateTimeField(_("Started"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    # From then on stand-in bots play all seats. A game with such a date has no pauses by agreement.
    ends_by = models.DateTimeField(_("ends by"), null=True, blank=True)
    pause_ends_at = models.DateTimeField(_("pause ends"), null=True, blank=True)
    # Players cannot end such a pause.
    held_at = models.DateTimeField(_("paused by a moderator"), null=True, blank=True)
    # A slow game is played live until then, or was; the slow clock waits (games.play.waits.sprints).
    sprint_ends_at = models.DateTimeField(_("Live until"), null=True, blank=True)
    chat_locked_at = models.DateTimeField(_("chat locked"), null=True, blank=True)
    # When figures and ratings were worked out.
    settled_at = models.DateTimeField(null=True, blank=True)

    # Cached.
    status = models.CharField(_("Status"), max_length=9, choices=Status, default=Status.OPEN)
    ending = models.CharField(_("Outcome"), max_length=11, choices=Ending, blank=True)
    version = models.PositiveIntegerField(_("Version"), default=0)
    to_act = models.PositiveSmallIntegerField(null=True, blank=True)
    waiting_since = models.DateTimeField(_("waiting since"), null=True, blank=True)
    bot_acts = models.BooleanField(_("waiting for a bot"), default=False)
    # Not updated by plain turns; see `waiting_since`.
    changed_at = models.DateTimeField(_("Changed"))

    class Meta:
        verbose_name = _("Game")
        verbose_name_plural = _("Games")
        permissions = [
            ("moderate_game", "act on games"),
            ("lock_chat", "lock chats"),
            ("peek_cards", "open the hidden cards of running games"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(seats_count__range=(2, 6)), name="game_seats_2_to_6"),
            models.CheckConstraint(
                condition=Q(target__isnull=True) | Q(target__in=(10, 15, 20, 25, 30)), name="game_target"
            ),
            models.CheckConstraint(
                condition=Q(two_player_deck=False) | Q(seats_count=2), name="game_two_player_deck_for_two"
            ),
            models.CheckConstraint(
                condition=Q(to_act__isnull=True) | Q(to_act__lt=F("seats_count")), name="game_to_act_is_a_seat"
            ),
            models.CheckConstraint(
                condition=~Q(status__in=("running", "paused")) | Q(started_at__isnull=False, to_act__isnull=False),
                name="game_running_waits_for_a_seat",
            ),
            models.CheckConstraint(
                condition=Q(status__in=("finished", "cancelled"), ended_at__isnull=False)
                | Q(status__in=("open", "running", "paused"), ended_at__isnull=True, ending=""),
                name="game_ended_has_a_time",
            ),
            models.CheckConstraint(
                condition=Q(pause_ends_at__isnull=True) | Q(status="paused"), name="game_only_a_pause_ends"
            ),
            models.CheckConstraint(
                condition=Q(held_at__isnull=True) | Q(status="paused"), name="game_only_a_pause_is_held"
            ),
            models.CheckConstraint(
                condition=Q(min_reliability__isnull=True) | Q(min_reliability__range=(1, 100)),
                name="game_reliability_in_per_cent",
            ),
            models.UniqueConstraint(
                fields=["creation_token"], condition=~Q(creation_token=""), name="game_once_a_creation_token"
            ),
        ]
        # None includes a column that a plain turn changes, because the index would have to be rewritten
        # (games.models.deadline).
        indexes = [
            models.Index(fields=["created_at"], condition=Q(status="open"), name="game_open"),
            models.Index(fields=["changed_at"], name="game_changed"),
            models.Index(fields=["created_at"], name="game_created"),
            # Filtered lists, newest first. Partial where most rows match.
            models.Index(fields=["status", "-id"], name="game_by_status"),
            models.Index(fields=["ending", "-id"], condition=~Q(ending=""), name="game_by_ending"),
            models.Index(fields=["-id"], condition=Q(visibility="private"), name="game_private"),
            models.Index(fields=["-id"], condition=Q(from_queue=True), name="game_from_queue"),
            models.Index(fields=["pace", "-id"], name="game_by_pace"),
            models.Index(
                fields=["contributions_due_at"],
                condition=Q(status="open", contributions_due_at__isnull=False),
                name="game_starts_due",
            ),
            models.Index(fields=["host"], condition=Q(status="open"), name="game_open_by_host"),
            models.Index(
                fields=["ends_by"], condition=Q(ends_by__isnull=False, ended_at__isnull=True), name="game_played_out"
            ),
            models.Index(
                fields=["ended_at", "id"],
                condition=Q(status__in=("finished", "cancelled"), settled_at__isnull=True),
                name="game_to_settle",
            ),
            models.Index(
                fields=["ended_at", "id"], condition=Q(status="finished", visibility="public"), name="game_to_archive"
            ),
        ]
        triggers = [OPEN_SEATS]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        return self.name or default_title(self.public_id)

    def sprints_at(self, at: datetime) -> bool:
        """Whether a sprint runs at this time, or ran."""
        return self.sprint_ends_at is not None and at < self.sprint_ends_at

    @property
    def plays_live(self) -> bool:
        return super().plays_live or self.sprints_at(timezone.now())

    @property
    def is_given_up(self) -> bool:
        """Whether all players left before the start, as in GIVEN_UP."""
        return self.status == self.Status.CANCELLED and self.started_at is None

    @property
    def is_open_to_all(self) -> bool:
        """Whether everyone may see all cards."""
        return self.status == self.Status.FINISHED and self.visibility == self.Visibility.PUBLIC

    @property
    def options(self) -> GameOptions:
        return GameOptions(
            seats=self.seats_count,
            target=self.target,
            goat=self.goat,
            two_player_deck=self.two_player_deck,
            next_leader="last" if self.next_leader == self.NextLeader.LAST else "left",
        )


class FairChain(models.Model):
    """s_128, sealed (FAIRDEAL.md, 5). Never shown, not even to staff."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="chain")
    sealed = models.BinaryField()

    def __str__(self) -> str:
        return str(self.game_id)


class BotAccount(models.Model):
    name = models.CharField(max_length=40, unique=True)
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="bot_account")

    def __str__(self) -> str:
        return self.name


class Seat(models.Model):
    """A seat. `user` owns it permanently; `held_by` plays it now."""

    class Kind(models.TextChoices):
        PERSON = "person", _("person")
        BOT = "bot", _("bot")

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, db_index=False, related_name="seats", verbose_name=_("Game")
    )
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(_("Kind"), max_length=6, choices=Kind)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        db_index=False,
        related_name="seats",
        verbose_name=_("player"),
    )
    held_by: models.ForeignKey[User, User] = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="held_seats", verbose_name=_("Played by")
    )
    joined_at = models.DateTimeField(_("Joined"))
    # Random bytes; None if declined, or not yet given if `answered_at` is empty.
    contribution = models.BinaryField(null=True, blank=True, max_length=CONTRIBUTION_MAX)
    answered_at = models.DateTimeField(_("Answered"), null=True, blank=True)
    resigned_at = models.DateTimeField(_("resigned"), null=True, blank=True)
    looked_at = models.DateTimeField(null=True, blank=True)
    acted_at = models.DateTimeField(null=True, blank=True)
    # Consecutive; reset by a turn of the player.
    timeouts = models.PositiveSmallIntegerField(default=0)
    turns_in_time = models.PositiveIntegerField(default=0)
    turns_late = models.PositiveIntegerField(default=0)
    # The last chat line shown to the player.
    chat_read = models.PositiveBigIntegerField(default=0)
    # Shown to the player; later turns count as missed.
    seen_version = models.PositiveIntegerField(default=0)
    # Hand number, colon, card codes; ignored in another hand (games.play.hand_order).
    hand_order = models.CharField(max_length=60, blank=True)
    absence_spent = models.DurationField(_("Away time used"), default=timedelta)
    # The last day off that stops the clock, in games of a league; None: all do, within the game's limit.
    away_until = models.DateField(_("Last away day that counts"), null=True, blank=True)
    # Or, in a pause, to resume.
    pause_wanted_at = models.DateTimeField(_("wants a pause"), null=True, blank=True)
    # To play live for some minutes; a wish counts for a while.
    sprint_wanted_at = models.DateTimeField(null=True, blank=True)
    # Known to the player alone.
    sprint_declined_at = models.DateTimeField(null=True, blank=True)

    # Cached.
    points = models.PositiveSmallIntegerField(_("Points"), default=0)
    is_winner = models.BooleanField(_("winner"), default=False)
    # Whether the game is not over. The database writes it (OPEN_SEATS).
    is_open = models.BooleanField(default=True, db_default=True, editable=False)
    # The game's. The database writes it, too.
    ended_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("Seat")
        verbose_name_plural = _("Seats")
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_number_once_a_game"),
            models.UniqueConstraint(
                fields=["game", "user"], condition=Q(kind="person"), name="seat_person_once_a_game"
            ),
            models.CheckConstraint(condition=Q(number__range=(0, 5)), name="seat_number_0_to_5"),
            models.CheckConstraint(
                condition=Q(contribution__isnull=True) | Q(answered_at__isnull=False, kind="person"),
                name="seat_contribution_was_answered",
            ),
        ]
        indexes = [
            models.Index(fields=["user", "-joined_at"], name="seat_of_person_by_time"),
            models.Index(fields=["user"], condition=Q(is_open=True, kind="person"), name="seat_open_of_person"),
            models.Index(fields=["held_by"], condition=Q(is_open=True), name="seat_open_held"),
            models.Index(
                fields=["user", "-ended_at", "-id"], condition=Q(ended_at__isnull=False), name="seat_ended_of_player"
            ),
            models.Index(fields=["-id"], condition=Q(kind="bot"), name="seat_of_bot"),
            models.Index(fields=["-id"], condition=Q(is_winner=True), name="seat_won"),
            models.Index(fields=["-id"], condition=Q(resigned_at__isnull=False), name="seat_resigned"),
        ]

    def __str__(self) -> str:
        return f"{self.game} / {self.number + 1}"

    @property
    def player_kind(self) -> str:
        """The kind for records and programs, to which outside bots are bots."""
        return self.Kind.BOT if self.user.is_any_bot else self.Kind.PERSON

    @property
    def contributed(self) -> bytes:
        """The bytes that enter the opening; empty for bots."""
        return bytes(self.contribution or b"")


class Invitation(models.Model):
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, db_index=False, related_name="invitations", verbose_name=_("Game")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="invitations", verbose_name=_("Invited")
    )
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=pgettext_lazy("who did it", "By"),
    )
    created_at = models.DateTimeField(_("Created"))
    declined_at = models.DateTimeField(_("Declined"), null=True, blank=True)
    # A new invitation lifts it.
    barred_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("Invitation")
        verbose_name_plural = _("Invitations")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="invitation_once_a_game")]
        indexes = [models.Index(fields=["-id"], condition=Q(declined_at__isnull=False), name="invitation_declined")]

    def __str__(self) -> str:
        return f"{self.game}: {self.user}"


class QueueEntry(models.Model):
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="queue_entry", verbose_name=_("player")
    )
    seats_count = models.PositiveSmallIntegerField(_("Seats"))
    pace = models.CharField(_("Pace"), max_length=4, choices=Game.Pace, default=Game.Pace.D1)
    created_at = models.DateTimeField(_("Created"))

    class Meta:
        verbose_name = verbose_name_plural = _("players looking for a game")
        indexes = [models.Index(fields=["seats_count", "pace", "created_at"], name="queue_order")]
        constraints = [models.CheckConstraint(condition=Q(seats_count__range=(2, 6)), name="queue_seats_2_to_6")]

    def __str__(self) -> str:
        return f"{self.user} ({self.seats_count})"


class GameEvent(models.Model):
    """An event outside the turns, as in a record (RECORDS.md). Append-only."""

    class Kind(models.TextChoices):
        RESIGN = "resign", _("resigned")
        HANDOVER = "handover", _("seat handed over")
        RETURN = "return", _("seat taken back")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events", verbose_name=_("Game"))
    kind = models.CharField(_("Kind"), max_length=8, choices=Kind)
    seat = models.PositiveSmallIntegerField()
    hand_number = models.PositiveSmallIntegerField(_("Hand"))
    after_turn = models.PositiveIntegerField(_("After turn"))
    version = models.PositiveIntegerField(_("Version"))
    created_at = models.DateTimeField(_("When"))

    class Meta:
        verbose_name = _("Event")
        verbose_name_plural = _("Events")
        ordering = ["game", "id"]
        triggers = APPEND_ONLY
        indexes = [models.Index(fields=["kind", "-id"], name="event_by_kind")]

    def __str__(self) -> str:
        return f"{self.game}: {self.kind} {self.seat + 1}"
