"""Chat messages, written by people or chosen from a few reactions, notes sent with turns, and messages of friends."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.game import Game
from games.models.hand import Move

LINE_MAX = 500
NOTE_MAX = 140


class Reaction(models.TextChoices):
    """Reactions, which each reader sees in their own language. A picture's label is its name."""

    THUMBS_UP = "thumbs_up", _("Thumbs up")
    APPLAUSE = "applause", _("Applause")
    LAUGH = "laugh", _("Laughing")
    WOW = "wow", _("Surprised")
    SAD = "sad", _("Sad")
    PARTY = "party", _("Party time")
    HELLO = "hello", _("Hello")
    GOOD_LUCK = "good_luck", _("Good luck")
    WELL_PLAYED = "well_played", _("Well played")
    THANKS = "thanks", _("Thanks")
    OOPS = "oops", _("Oops")
    NO_HURRY = "no_hurry", _("Take your time")

    @property
    def picture(self) -> str:
        """The name of the picture; "" for words."""
        return PICTURES.get(self, "")


PICTURES = {
    Reaction.THUMBS_UP: "👍",
    Reaction.APPLAUSE: "👏",
    Reaction.LAUGH: "😂",
    Reaction.WOW: "😮",
    Reaction.SAD: "😢",
    Reaction.PARTY: "🎉",
}


class ChatManager(models.Manager["ChatLine"]):
    """The messages of games that all readers of a chat may read."""

    def get_queryset(self) -> models.QuerySet[ChatLine]:
        return super().get_queryset().filter(reader=None)


class ChatLine(models.Model):
    """A chat message. Hidden ones keep their text for staff; erased ones lose it. A reaction has its picture or English
    words.

    A message with a `reader` and a game is a note, sent with the turn `move`. Its reader alone sees it, at the table,
    until the next turn. A message with a `reader` and no game is one to a friend (games.messages). `objects` has
    neither, so that no chat shows one.
    """

    game = models.ForeignKey(
        Game,
        on_delete=models.CASCADE,
        db_index=False,
        null=True,
        blank=True,
        related_name="chat_lines",
        verbose_name=_("Game"),
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        db_index=False,
        related_name="chat_lines",
        verbose_name=pgettext_lazy("the person", "Who"),
    )
    text = models.CharField(_("Text"), max_length=LINE_MAX)
    reaction = models.CharField(max_length=12, choices=Reaction.choices, blank=True, default="")
    created_at = models.DateTimeField(_("When"))
    # The token of the form, so that a second press stores no second message (games.web.creation_tokens).
    creation_token = models.CharField(max_length=80, blank=True, default="", editable=False)
    hidden_at = models.DateTimeField(_("hidden"), null=True, blank=True)
    hidden_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        db_index=False,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("Hidden by"),
    )
    erased_at = models.DateTimeField(_("erased"), null=True, blank=True)
    reader = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        db_index=False,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=pgettext_lazy("the reader of a note", "Only for"),
    )
    move = models.ForeignKey(
        Move, on_delete=models.CASCADE, db_index=False, null=True, blank=True, related_name="+", editable=False
    )
    # When the reader saw a message to a friend.
    read_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = ChatManager()
    all_lines: models.Manager[ChatLine] = models.Manager()

    class Meta:
        # For the admin, where staff read notes.
        default_manager_name = "all_lines"
        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        ordering = ["game", "id"]
        default_permissions = ("view",)
        permissions = [("hide_chat_line", "hide lines of chats")]
        constraints = [
            models.UniqueConstraint(
                fields=["creation_token"], condition=~Q(creation_token=""), name="chat_line_once_a_creation_token"
            ),
            models.CheckConstraint(
                condition=Q(game__isnull=False, reader__isnull=True, move__isnull=True, read_at__isnull=True)
                | Q(game__isnull=False, reader__isnull=False, move__isnull=False, read_at__isnull=True, reaction="")
                | Q(game__isnull=True, reader__isnull=False, move__isnull=True, reaction=""),
                name="chat_line_in_chat_turn_or_pair",
            ),
            models.CheckConstraint(condition=~Q(reader=F("user")), name="chat_line_to_another"),
            models.CheckConstraint(
                condition=~Q(text="") & Q(erased_at__isnull=True) | Q(text="", erased_at__isnull=False),
                name="chat_line_says_something",
            ),
            models.CheckConstraint(
                condition=Q(hidden_at__isnull=True, hidden_by__isnull=True)
                | Q(hidden_at__isnull=False, hidden_by__isnull=False),
                name="chat_line_hidden_by_somebody",
            ),
        ]
        indexes = [
            models.Index(fields=["game", "id"], name="chat_of_game"),
            models.Index(fields=["user", "-created_at"], name="chat_of_person"),
            models.Index(fields=["-id"], condition=Q(hidden_at__isnull=False), name="chat_hidden"),
            models.Index(fields=["game", "-id"], condition=Q(reader__isnull=False), name="chat_note_of_game"),
            # Messages of friends.
            models.Index(
                Least("user", "reader"),
                Greatest("user", "reader"),
                F("id").desc(),
                condition=Q(game__isnull=True),
                name="message_of_pair",
            ),
            models.Index(fields=["user", "-id"], condition=Q(game__isnull=True), name="message_by_author"),
            models.Index(fields=["reader", "-id"], condition=Q(game__isnull=True), name="message_to_reader"),
            models.Index(
                fields=["reader"], condition=Q(game__isnull=True, read_at__isnull=True), name="message_unread"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.pk}"

    @property
    def said(self) -> str:
        """The text in the reader's language, "" if erased."""
        if not self.text or not self.reaction:
            return self.text
        return Reaction(self.reaction).picture or str(Reaction(self.reaction).label)
