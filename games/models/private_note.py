"""Private notes."""

from django.conf import settings
from django.db import models

from games.models.game import Game

NOTE_MAX = 4000


class GameNote(models.Model):
    """A note shown only to its author, not even to staff."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, db_index=False, related_name="notes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="game_notes")
    text = models.TextField(max_length=NOTE_MAX)
    changed_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="game_note_once_a_person")]

    def __str__(self) -> str:
        return f"{self.game_id} / {self.user_id}"
