"""Creates one game when its form is sent twice."""

from datetime import timedelta

from django.utils import timezone

from games.models import Game

# Later presses of the same form create another game.
SECOND_PRESS = timedelta(seconds=60)


def game_created_with(token: str, token_life: timedelta = SECOND_PRESS) -> Game | None:
    """The game that `token` just created. None for a new or no token, and for one after its life, which is free again
    then. The host's account is locked. At most two queries.
    """
    earlier = Game.objects.filter(creation_token=token).first() if token else None
    if earlier is None or earlier.created_at > timezone.now() - token_life:
        return earlier
    Game.objects.filter(pk=earlier.pk).update(creation_token="")
    return None
