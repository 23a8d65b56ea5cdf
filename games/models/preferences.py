"""Preferences, absences, blocks and mutes."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.clocks.paces import Pace
from games.engine import MAX_SEATS, MIN_SEATS, TARGETS

VACATION_START = 20
AUTHOR_MAX = 40


class Preferences(models.Model):
    """A person's settings. games.people.preference_selectors has the defaults without a row."""

    class Confirm(models.TextChoices):
        NEVER = "never", _("never")
        SLOW = "slow", _("in slow games")
        ALWAYS = "always", _("always")

    class HandSort(models.TextChoices):
        NUMBER = "number", _("by number")
        COLOUR = "colour", _("by colour")
        OWN = "own", _("in my own order")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="preferences"
    )
    # {kind: {"mail": "now" | "hourly" | "daily" | "weekly" | "off", "push": bool, "webhook": bool}}; defaults for
    # missing kinds are in games.people.preference_selectors.
    channels = models.JSONField(default=dict)
    # Active hours for paces in hours, in the person's time zone; the end may be past midnight.
    waking = ArrayField(models.TimeField(), size=2, null=True, blank=True)
    # Quiet hours, when only exempt kinds are sent.
    quiet = ArrayField(models.TimeField(), size=2, null=True, blank=True)
    quiet_exempt = ArrayField(models.CharField(max_length=10), default=list, blank=True)
    digest_hour = models.PositiveSmallIntegerField(default=18, validators=[MaxValueValidator(23)])
    # Monday is 0.
    digest_weekday = models.PositiveSmallIntegerField(default=6, validators=[MaxValueValidator(6)])
    # The percentage of time left at a reminder; repeats halve it.
    remind_share = models.PositiveSmallIntegerField(default=25)
    remind_repeat = models.BooleanField(default=False)
    mail_cards = models.BooleanField(default=True)
    mail_links = models.BooleanField(default=True)
    # At `vacation_counted_at`; they grow from then on (games.play.clock.absences).
    vacation_days = models.PositiveSmallIntegerField(default=VACATION_START)
    vacation_counted_at = models.DateTimeField(null=True, blank=True)
    chat = models.BooleanField(default=True)
    # Whether friends may write to the person, if chats are on.
    messages = models.BooleanField(default=True)
    # No chat at all until switched off with the password.
    kid_mode = models.BooleanField(default=False)
    # Whether friends see that the person was at a table lately.
    show_online = models.BooleanField(default=True)
    # Whether members of the same standing tables see when the person usually plays.
    show_hours = models.BooleanField(default=False)
    # Cached: requests of friends that wait for an answer (games.people.friends).
    friend_requests = models.PositiveSmallIntegerField(default=0)
    # Cached: friends with messages that the person has not read (games.people.unread).
    unread_friends = models.PositiveSmallIntegerField(default=0)
    # The table.
    confirm = models.CharField(max_length=6, choices=Confirm, default=Confirm.SLOW)
    hand_sort = models.CharField(max_length=6, choices=HandSort, default=HandSort.NUMBER)
    # None: no choice yet. The page's script decides (table/hearing.js).
    sound = models.BooleanField(null=True, default=None)
    text_table = models.BooleanField(default=False)
    # Pass automatically when no turn beats the table, with the delay of a planned turn.
    pass_if_stuck = models.BooleanField(default=False)
    # Points are stored counting up.
    count_down = models.BooleanField(default=False)
    # Whether the end of a game offers to make a standing table of its players.
    offer_standing = models.BooleanField(default=True)
    # When the person turned push on, or closed its offer in a game.
    push_answered_at = models.DateTimeField(null=True, blank=True)
    # When the person turned news of today's hand on, or closed its offer.
    hand_answered_at = models.DateTimeField(null=True, blank=True)
    # Whether standing tables show the marks that their games leave.
    table_marks = models.BooleanField(default=True)
    # Whether the archive of games names the person.
    archive = models.BooleanField(default=True)
    # Part of the secret calendar address; 0 for none, random for each new one.
    calendar_number = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(digest_hour__lte=23), name="preferences_hour_0_to_23"),
            models.CheckConstraint(condition=Q(digest_weekday__lte=6), name="preferences_weekday_0_to_6"),
            models.CheckConstraint(condition=Q(remind_share__range=(5, 90)), name="preferences_share_5_to_90"),
            models.CheckConstraint(condition=Q(vacation_days__lte=30), name="preferences_vacation_0_to_30"),
        ]
        indexes = [
            # Only people who want these have their key.
            models.Index(fields=["user"], condition=Q(channels__has_key="hand"), name="preferences_want_hand")
        ]

    def __str__(self) -> str:
        return str(self.user)


def all_seats() -> list[int]:
    return list(range(MIN_SEATS, MAX_SEATS + 1))


def all_targets() -> list[int | None]:
    """The targets of games; None is a single hand."""
    return [None, *TARGETS]


def all_paces() -> list[str]:
    return list(Pace)


class OutsideBot(models.Model):
    """A bot from outside, and the games that it takes. A target of None is a single hand."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="outside_bot"
    )
    author = models.CharField(_("Author"), max_length=AUTHOR_MAX)
    seats = ArrayField(models.PositiveSmallIntegerField(), verbose_name=_("Seats"), default=all_seats)
    targets = ArrayField(models.PositiveSmallIntegerField(null=True), verbose_name=_("Target"), default=all_targets)
    goat = models.BooleanField(_("Goat"), default=True)
    paces = ArrayField(models.CharField(max_length=4), verbose_name=_("Pace"), default=all_paces)
    # For rated games that the site begins with other bots (games.ladder).
    ready = models.BooleanField(default=False)
    created_at = models.DateTimeField(_("Created"))

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.user_id}: {self.author}"


class Absence(models.Model):
    """Clocks stop from `first` to `last` inclusive, in the person's time zone."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        db_index=False,
        related_name="absences",
    )
    first = models.DateField()
    last = models.DateField()
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["user", "first"]
        constraints = [models.CheckConstraint(condition=Q(last__gte=F("first")), name="absence_ends_after_it_begins")]
        indexes = [models.Index(fields=["user", "last"], name="absence_of_person")]

    def __str__(self) -> str:
        return f"{self.user}: {self.first} - {self.last}"


class PersonMark(models.Model):
    """A block (no shared tables) or a mute (no chat lines), hidden from the other."""

    class Kind(models.TextChoices):
        BLOCK = "block", _("Blocked")
        MUTE = "mute", _("Muted")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="person_marks"
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="marked_by"
    )
    kind = models.CharField(max_length=5, choices=Kind)
    created_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "other", "kind"], name="person_mark_once"),
            models.CheckConstraint(condition=~Q(user=F("other")), name="person_mark_is_of_another"),
        ]
        indexes = [models.Index(fields=["other", "kind"], name="person_mark_of")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind} {self.other_id}"
