"""The end of a game by a moderator: nobody wins."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services.permission import staff_check
from games.engine import state_from_json
from games.errors import Refused
from games.models import Game, Intervention, Seat
from games.moderation.errors import ActReason
from games.services import notify
from games.services.cache import cache_write
from games.services.deadlines import deadline_write
from games.services.hands import end_tell, game_close, hand_void
from games.services.locking import running_hand
from games.services.moderation.acting import MODERATE, act_write, steered_game
from games.services.seats import RUNS


@transaction.atomic(durable=True)
def game_cancel(*, actor: User, public_id: str, reason: str, counts_for_rating: bool) -> Intervention:
    """Cancel an open or running game: its running hand is void, with its seed shown, and nobody wins.

    `counts_for_rating`: whether what was played is to count for ratings. Raises PermissionDenied,
    AccountRefused(REASON_MISSING), NoSuchGame, Refused(OWN_GAME, CARDS_SEEN, OVER).
    """
    staff_check(actor, MODERATE, reason)
    game, seats = steered_game(actor, public_id)
    if game.ended_at is not None:
        raise Refused(ActReason.OVER)
    at = timezone.now()
    game.version += 1
    game.changed_at = at
    game.counts_for_rating = counts_for_rating
    facts = {"counts_for_rating": counts_for_rating}
    row = act_write(Intervention.Kind.CANCEL, game, actor, reason, at, facts=facts)
    if game.status in RUNS:
        _void(game, seats, at)
    else:
        game.contributions_due_at = None
        game_close(game, Game.Ending.CANCELLED, at)
        game.save()
    end_tell(game, seats, at, about=row.pk)
    notify.game_changed(game, seats)
    return row


def _void(game: Game, seats: list[Seat], at: datetime) -> None:
    hand = running_hand(game)
    hand_void(game, hand, at)
    game_close(game, Game.Ending.CANCELLED, at)
    state = state_from_json(hand.state)
    cache_write(game=game, seats=seats, hand=hand, state=state, turns_count=hand.turns_count, waiting_since=at)
    deadline_write(game, seats, at)
