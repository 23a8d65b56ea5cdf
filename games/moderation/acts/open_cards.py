"""Reveals a running game's hidden cards to staff; the players see after the game which."""

from dataclasses import dataclass

from django.db import transaction

from accounts.models import User
from accounts.staff.audit import audit_write
from accounts.staff.permission import staff_check
from accounts.staff.reasons import reason_kept
from games.engine import observe
from games.models import Peek, Seat
from games.moderation.acts.base import game_for_act
from games.play.locking import PLAYED
from games.play.selectors import seat_names

PEEK = "games.peek_cards"


@dataclass(frozen=True, slots=True)
class OpenedSeat:
    number: int
    name: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenedCards:
    """All hands after turn `after_turn`, shown once to the actor."""

    hand: int
    after_turn: int
    table: tuple[str, ...]
    seats: tuple[OpenedSeat, ...]


@transaction.atomic(durable=True)
def cards_open(*, actor: User, public_id: str, reason: str) -> OpenedCards:
    """Open all cards of the running hand; the actor may take no seat in this game afterwards. Raises
    Refused(NOT_RUNNING).
    """
    staff_check(actor, PEEK, reason)
    locked = game_for_act(actor, public_id, status=PLAYED)
    game, hand = locked.game, locked.hand
    peek = Peek.objects.create(
        game=game,
        by=actor,
        hand_number=hand.number,
        after_turn=hand.turns_count,
        reason=reason_kept(reason.strip()),
        created_at=locked.now,
    )
    audit_write(
        actor=actor,
        action="cards.open",
        reason=reason.strip(),
        game=public_id,
        about=f"peek {peek.pk}",
        facts={"version": game.version, "hand": hand.number, "turn": hand.turns_count},
        at=locked.now,
    )
    state = locked.state
    views = [observe(state, number) for number in range(game.seats_count)]
    named = list(Seat.objects.filter(game=game).select_related("user").order_by("number"))
    opened = zip(named, seat_names(named), views, strict=True)
    return OpenedCards(
        hand=hand.number,
        after_turn=hand.turns_count,
        table=tuple(map(str, views[0].table)),
        seats=tuple(OpenedSeat(seat.number, name, tuple(map(str, view.cards))) for seat, name, view in opened),
    )
