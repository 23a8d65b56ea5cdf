"""The turn that a game waits for: more time for it, or a pass in the player's place."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services.permission import staff_check
from games.engine import forced_turn, state_from_json
from games.errors import Refused
from games.models import Deadline, Game, Intervention, Move
from games.moderation.errors import ActReason
from games.play.errors import ExtraTimeReason, PlayReason
from games.services import notify
from games.services.deadlines import deadline_extend
from games.services.locking import running_hand
from games.services.moderation.acting import MODERATE, act_tell, act_write, seat_at, steered_game
from games.services.play import turn_make

MOST_HOURS = 24 * 60


@transaction.atomic(durable=True)
def game_extend(*, actor: User, public_id: str, reason: str, hours: int) -> Intervention:
    """Give the seat to act so many hours of running time more, 1 to 1440, as often as need be and at any pace.

    The version stays. Raises PermissionDenied, AccountRefused(REASON_MISSING), NoSuchGame, Refused(OWN_GAME,
    CARDS_SEEN, NOT_RUNNING, BOT_TO_ACT, BAD_HOURS).
    """
    staff_check(actor, MODERATE, reason)
    if not 1 <= hours <= MOST_HOURS:
        raise Refused(ActReason.BAD_HOURS)
    game, seats = steered_game(actor, public_id)
    if game.status != Game.Status.RUNNING or game.to_act is None:
        raise Refused(PlayReason.NOT_RUNNING)
    acts = seats[game.to_act]
    if not Deadline.objects.filter(pk=game.pk, due_at__isnull=False).exists():
        raise Refused(ExtraTimeReason.BOT_TO_ACT)
    at = timezone.now()
    deadline_extend(game, seats, at, more=timedelta(hours=hours), by=actor)
    row = act_write(Intervention.Kind.EXTEND, game, actor, reason, at, seat=acts, facts={"hours": hours})
    act_tell(row, seats)
    notify.seat_changed(game, acts)
    return row


@transaction.atomic(durable=True)
def game_pass(*, actor: User, public_id: str, reason: str, seat: int) -> Intervention:
    """Pass for the seat to act; at a lead it lays its lowest number, then the first colour (RULES.md).

    Raises PermissionDenied, AccountRefused(REASON_MISSING), NoSuchGame, Refused(OWN_GAME,
    CARDS_SEEN, NOT_RUNNING, NO_SEAT, NOT_ITS_TURN).
    """
    staff_check(actor, MODERATE, reason)
    game, seats = steered_game(actor, public_id)
    if game.status != Game.Status.RUNNING:
        raise Refused(PlayReason.NOT_RUNNING)
    acts = seat_at(seats, seat)
    if game.to_act != acts.number:
        raise Refused(ActReason.NOT_ITS_TURN)
    hand = running_hand(game)
    turn = forced_turn(state_from_json(hand.state))
    made = turn_make(game, seats, acts, turn, by=Move.By.MODERATOR, actor=actor)
    place = (hand.number, made.move.number)
    at = made.move.created_at
    row = act_write(Intervention.Kind.PASS, game, actor, reason, at, seat=acts, place=place, version=made.move.version)
    act_tell(row, seats)
    return row
