"""The outbox and mailed links. Texts are made at sending and never stored."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.channels import PushSubscription, Webhook
from games.models.game import Game

MESSAGE_ID_MAX = 200


class Notice(models.Model):
    """One message to one person by one channel, written with its event."""

    class Kind(models.TextChoices):
        TURN = "turn", _("your turn")
        REMINDER = "reminder", _("reminder before the deadline")
        TIMEOUT = "timeout", _("your time ran out")
        PAUSE = "pause", _("a wish to pause or to go on")
        INVITATION = "invitation", _("invitation")
        JOINED = "joined", _("you sat down")
        STARTED = "started", _("game started")
        OVER = "over", _("game over")
        MODERATION = "moderation", _("the site acted on a game")
        MENTION = "mention", _("somebody named you in a chat")
        SANCTION = "sanction", _("a decision about your account")
        APPEAL = "appeal", _("the answer to your appeal")
        REPORT = "report", _("the outcome of your report")

    class Channel(models.TextChoices):
        MAIL = "mail", _("mail")
        PUSH = "push", _("push")
        WEBHOOK = "webhook", _("webhook")

    class Digest(models.TextChoices):
        HOURLY = "hourly", _("every hour")
        DAILY = "daily", _("once a day")
        WEEKLY = "weekly", _("once a week")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")
        DROPPED = "dropped", _("no longer true")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    channel = models.CharField(_("channel"), max_length=7, choices=Channel, default=Channel.MAIL)
    # None for decisions, appeals and reports.
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, null=True, blank=True, related_name="notices", verbose_name=_("game")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices", verbose_name=_("to")
    )
    # The id of a decision, appeal, report, chat line or moderator's act, if any.
    about = models.PositiveBigIntegerField(default=0)
    # 0 without a game.
    version = models.PositiveIntegerField(_("version"))
    # Tells apart several in one wait, such as reminders.
    number = models.PositiveSmallIntegerField(default=0)
    # The device or webhook; `target` keeps its id, 0 for mail. No constraint: removing a device must not fail a turn
    # that writes this row.
    subscription = models.ForeignKey(
        PushSubscription, on_delete=models.SET_NULL, null=True, blank=True, db_constraint=False
    )
    webhook = models.ForeignKey(Webhook, on_delete=models.SET_NULL, null=True, blank=True, db_constraint=False)
    target = models.PositiveBigIntegerField(default=0)
    # Empty for a mail sent on its own.
    digest = models.CharField(_("collected"), max_length=6, choices=Digest, blank=True)
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.WAITING)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    # A worker died while sending: it may have arrived twice.
    uncertain = models.BooleanField(_("uncertain"), default=False)
    message_id = models.CharField(_("Message-ID"), max_length=MESSAGE_ID_MAX, blank=True)
    due_at = models.DateTimeField(_("due"))
    created_at = models.DateTimeField(_("created"))
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("outbox")
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "game", "user", "version", "number", "channel", "target", "about"],
                nulls_distinct=False,
                name="notice_once_an_event",
            ),
            models.CheckConstraint(
                condition=Q(game__isnull=False) | Q(kind__in=("sanction", "appeal", "report")) & ~Q(about=0),
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
        """Raises ValueError without a game."""
        if self.game is None:
            raise ValueError(f"notice {self.pk} belongs to no game")
        return self.game


class MailLink(models.Model):
    """Allows one turn without login. Stores only the token's hash."""

    token_hash = models.CharField(max_length=64, unique=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="mail_links")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_links")
    # The game's version when the wait began.
    version = models.PositiveIntegerField()
    # Hash of password and address; the link lapses when they change.
    account_mark = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    spent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["expires_at"], name="mail_link_expiry")]

    def __str__(self) -> str:
        return f"{self.game} {self.user}"
