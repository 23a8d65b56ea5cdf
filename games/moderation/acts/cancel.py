"""Cancels a game."""

from django.db import transaction

from accounts.models import User
from accounts.staff.permission import staff_check
from games import on_commit
from games.errors import Refused
from games.models import Game, Intervention
from games.moderation.acts.base import MODERATE, act_write, game_for_decision
from games.moderation.errors import ActReason
from games.play.clock.deadline import deadline_write
from games.play.deal import end_announce, game_close, hand_void
from games.play.derived import derived_write
from games.play.locking import PLAYED, LockedGame


@transaction.atomic(durable=True)
def game_cancel(*, actor: User, public_id: str, reason: str, counts_for_rating: bool) -> Intervention:
    """Cancel an open or running game. Its running hand is void and its seed shown; no player wins. `counts_for_rating`:
    whether what was played counts. Raises Refused(CARDS_SEEN, OVER).
    """
    staff_check(actor, MODERATE, reason)
    locked = game_for_decision(actor, public_id)
    game = locked.game
    if game.ended_at is not None:
        raise Refused(ActReason.OVER)
    locked.next_version()
    game.counts_for_rating = counts_for_rating
    facts = {"counts_for_rating": counts_for_rating}
    row = act_write(Intervention.Kind.CANCEL, locked, actor, reason, facts=facts)
    if game.status in PLAYED:
        _void(locked)
    else:
        game.contributions_due_at = None
        game_close(locked, Game.Ending.CANCELLED)
        game.save()
    end_announce(locked, about=row.pk)
    on_commit.game_changed(game, locked.seats)
    return row


def _void(locked: LockedGame) -> None:
    hand_void(locked)
    game_close(locked, Game.Ending.CANCELLED)
    derived_write(locked, locked.state)
    deadline_write(locked)
