"""Private notes."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game

NOTE_MAX = 4000


class GameNote(models.Model):
    """Shown only to its author, not even to staff."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notes", verbose_name=_("game"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="game_notes")
    text = models.TextField(_("note"), max_length=NOTE_MAX)
    changed_at = models.DateTimeField(_("changed"))

    class Meta:
        verbose_name = _("private note")
        verbose_name_plural = _("private notes")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="game_note_once_a_person")]

    def __str__(self) -> str:
        return f"{self.game_id} / {self.user_id}"
