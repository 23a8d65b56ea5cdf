"""The outbox and links in emails. Texts are made when they are sent and never stored."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.channels import PushSubscription, Webhook
from games.models.game import Game

MESSAGE_ID_MAX = 200
ANSWER_MAX = 120


class Notice(models.Model):
    """A message to one person by one channel, written with its event."""

    class Kind(models.TextChoices):
        TURN = "turn", _("Your turn")
        REMINDER = "reminder", _("Reminder")
        TIMEOUT = "timeout", _("Time ran out")
        PAUSE = "pause", _("Pause")
        INVITATION = "invitation", _("Invitation")
        JOINED = "joined", _("You joined")
        STARTED = "started", _("Game started")
        OVER = "over", _("Game over")
        MODERATION = "moderation", _("Moderation")
        MENTION = "mention", _("Mention")
        SANCTION = "sanction", _("Decision")
        APPEAL = "appeal", _("Appeal")
        REPORT = "report", pgettext_lazy("noun", "Report")
        TABLE = "table", _("Standing table")
        OPTIONS = "options", _("Table options")
        HAND = "hand", _("Today’s hand")
        PUBLISH = "publish", _("Publish replay")
        MESSAGE = "message", _("Message from a friend")

    class Channel(models.TextChoices):
        MAIL = "mail", _("Email")
        PUSH = "push", _("Push")
        WEBHOOK = "webhook", _("Webhook")

    class Digest(models.TextChoices):
        HOURLY = "hourly", _("Hourly digest")
        DAILY = "daily", _("Daily digest")
        WEEKLY = "weekly", _("Weekly digest")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")
        DROPPED = "dropped", _("out of date")

    OPEN = (Status.WAITING, Status.SENDING)

    kind = models.CharField(_("Kind"), max_length=10, choices=Kind)
    channel = models.CharField(_("Channel"), max_length=7, choices=Channel, default=Channel.MAIL)
    # None for decisions, appeals, reports, news of standing tables and today's hand, and messages of friends.
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, null=True, blank=True, related_name="notices", verbose_name=_("Game")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        db_index=False,
        related_name="notices",
        verbose_name=pgettext_lazy("who gets a mail", "To"),
    )
    # The id of a decision, appeal, report, chat line, moderator's act, invitation to a standing table, change of its
    # options, daily hand, or request to publish a replay, if any.
    about = models.PositiveBigIntegerField(default=0)
    # 0 without a game.
    version = models.PositiveIntegerField(_("Version"))
    # Distinguishes several in one wait, such as reminders.
    number = models.PositiveSmallIntegerField(default=0)
    # The device or webhook; `target` keeps its id, 0 for email. No constraint: removing a device must not fail a turn
    # that writes this row.
    subscription = models.ForeignKey(
        PushSubscription, on_delete=models.SET_NULL, db_index=False, null=True, blank=True, db_constraint=False
    )
    webhook = models.ForeignKey(
        Webhook, on_delete=models.SET_NULL, db_index=False, null=True, blank=True, db_constraint=False
    )
    target = models.PositiveBigIntegerField(default=0)
    # Empty for an email sent on its own.
    digest = models.CharField(_("Digest"), max_length=6, choices=Digest, blank=True)
    status = models.CharField(_("Status"), max_length=8, choices=Status, default=Status.WAITING)
    reason = models.CharField(_("Reason"), max_length=200, blank=True)
    # The last status of a webhook's server, and the beginning of its answer.
    answer = models.CharField(max_length=ANSWER_MAX, blank=True, default="", db_default="")
    attempts = models.PositiveSmallIntegerField(_("Attempts"), default=0)
    # A worker died while sending: it may have arrived twice.
    uncertain = models.BooleanField(_("Interrupted"), default=False)
    message_id = models.CharField(max_length=MESSAGE_ID_MAX, blank=True)
    due_at = models.DateTimeField(pgettext_lazy("when it is to be sent", "Due"))
    created_at = models.DateTimeField(_("Created"))
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("Notification")
        verbose_name_plural = _("Notifications")
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "game", "user", "version", "number", "channel", "target", "about"],
                nulls_distinct=False,
                name="notice_once_an_event",
            ),
            models.CheckConstraint(
                condition=Q(game__isnull=False)
                | Q(kind__in=("sanction", "appeal", "report", "table", "options", "hand", "message")) & ~Q(about=0),
                name="notice_is_about_something",
            ),
            models.CheckConstraint(
                condition=~Q(status="sent") | Q(sent_at__isnull=False), name="notice_sent_has_a_time"
            ),
            models.CheckConstraint(condition=Q(channel="mail") | Q(digest=""), name="notice_digests_are_mails"),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(status__in=("waiting", "sending")), name="notice_due"),
            models.Index(fields=["user", "-created_at"], name="notice_of_person"),
            # For devices and webhooks that are deleted.
            models.Index(
                fields=["subscription"], condition=Q(subscription__isnull=False), name="notice_of_subscription"
            ),
            models.Index(fields=["webhook", "-id"], condition=Q(webhook__isnull=False), name="notice_of_webhook"),
            models.Index(fields=["created_at"], condition=Q(status="failed"), name="notice_failed"),
            # Filtered lists, newest first, of rare values.
            models.Index(fields=["kind", "-id"], name="notice_by_kind"),
            models.Index(fields=["status", "-id"], condition=~Q(status="sent"), name="notice_not_sent"),
            models.Index(fields=["channel", "-id"], condition=~Q(channel="mail"), name="notice_not_by_mail"),
            models.Index(fields=["-id"], condition=Q(attempts__gt=1), name="notice_retried"),
            models.Index(fields=["-id"], condition=Q(uncertain=True), name="notice_uncertain"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.game_id} {self.user_id}"

    @property
    def of_game(self) -> Game:
        """The notification's game. Raises ValueError without one."""
        if self.game is None:
            raise ValueError(f"notice {self.pk} belongs to no game")
        return self.game


class MailLink(models.Model):
    """Allows one turn without login. Stores only the token's hash."""

    token_hash = models.CharField(max_length=64, unique=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, db_index=False, related_name="mail_links")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_links")
    # The game's version when the wait began.
    version = models.PositiveIntegerField()
    # Hash of the password's mark and the address; the link lapses when they change.
    account_mark = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    spent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["expires_at"], name="mail_link_expiry")]

    def __str__(self) -> str:
        return f"{self.game} {self.user}"
