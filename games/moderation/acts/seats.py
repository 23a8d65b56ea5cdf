"""Gives seats of a running game to a bot for a while, or to another person permanently."""

from typing import Final

from django.db import transaction

from accounts.models import User
from accounts.staff.permission import staff_check
from games import on_commit
from games.errors import Refused
from games.models import GameEvent, Intervention, PersonMark, Seat, StandingOrders
from games.moderation.acts.base import (
    MODERATE,
    act_notify,
    act_write,
    game_for_act,
    game_for_decision,
    may_take_seat,
    seat_at,
)
from games.moderation.errors import ActReason, ConflictReason
from games.people.errors import PersonReason
from games.people.locking import locked_people
from games.play.bot_accounts import CARETAKER, bot_user
from games.play.locking import PLAYED, LockedGame
from games.play.seats.events import seat_event_write
from games.play.seats.services import seat_hand_over, wait_restart

# The columns that a seat's next player gets from its former one.
_STAYS: Final = ("id", "game", "number", "kind", "contribution", "answered_at", "resigned_at", "points", "is_winner")


@transaction.atomic(durable=True)
def seat_to_bot(*, actor: User, public_id: str, reason: str, seat: int, bot: str = CARETAKER) -> Intervention:
    """Let a bot play a person's seat. The person may return, as from a stand-in bot. Raises Refused(NOT_RUNNING,
    NO_SEAT, SEAT_OF_BOT, SEAT_RESIGNED, ALREADY, NO_SUCH_BOT).
    """
    staff_check(actor, MODERATE, reason)
    locked = game_for_act(actor, public_id, status=PLAYED)
    given = _given_seat(locked, seat)
    holder = bot_user(bot)
    if given.held_by_id == holder.pk:
        raise Refused(ActReason.ALREADY)
    seat_hand_over(locked, given, holder=holder)
    # The version of this change: the bot's seat may have been the last without a wish to pause, and the pause another
    # version.
    version = GameEvent.objects.filter(game=locked.game).latest("pk").version
    facts = {"to": holder.pk}
    row = act_write(
        Intervention.Kind.BOT, locked, actor, reason, seat=given, person=given.user, facts=facts, version=version
    )
    act_notify(row, locked.seats)
    return row


@transaction.atomic(durable=True)
def seat_to_person(*, actor: User, public_id: str, reason: str, seat: int, handle: str) -> Intervention:
    """Give a person's seat to another permanently, with cards, points and contribution. The former player is notified,
    and can't see a private game any more. Raises Refused(NOT_RUNNING, NO_SEAT, SEAT_OF_BOT, SEAT_RESIGNED,
    NO_SUCH_PERSON, OWN_SEAT, SITS_HERE, CARDS_SEEN, CANNOT_SIT).
    """
    staff_check(actor, MODERATE, reason)
    person = _person(actor, handle)
    locked = game_for_decision(actor, public_id, status=PLAYED)
    given = _given_seat(locked, seat)
    _check_may_sit(locked, given, person)
    before = given.user
    _seat_rewrite(locked, given, person)
    locked.next_version()
    seat_event_write(locked, given, GameEvent.Kind.HANDOVER)
    wait_restart(locked, given)
    facts = {"to": person.pk}
    row = act_write(Intervention.Kind.REPLACE, locked, actor, reason, seat=given, person=before, facts=facts)
    act_notify(row, locked.seats, also=before)
    # A whole reload: names change, and so do the cards a connection shows.
    on_commit.game_changed(locked.game, locked.seats)
    return row


def _person(actor: User, handle: str) -> User:
    """Lock the account, before the game."""
    people = User.objects.filter(is_bot=False, is_outside_bot=False, erased_at=None, is_active=True)
    named = people.filter(handle__iexact=handle.strip()).first()
    if named is None:
        raise Refused(PersonReason.NO_SUCH_PERSON)
    if named.pk == actor.pk:
        raise Refused(ActReason.OWN_SEAT)
    [person] = locked_people([named])
    return person


def _given_seat(locked: LockedGame, number: int) -> Seat:
    seat = seat_at(locked, number)
    if seat.kind == Seat.Kind.BOT:
        raise Refused(ActReason.SEAT_OF_BOT)
    if seat.resigned_at is not None:
        raise Refused(ActReason.SEAT_RESIGNED)
    return seat


def _check_may_sit(locked: LockedGame, given: Seat, person: User) -> None:
    if locked.seat_of(person) is not None:
        raise Refused(ActReason.SITS_HERE)
    if not may_take_seat(locked.game, person, given.number):
        raise Refused(ConflictReason.CARDS_SEEN)
    others = [seat.user_id for seat in locked.seats if seat.pk != given.pk]
    marks = PersonMark.objects.filter(kind=PersonMark.Kind.BLOCK)
    blocked = marks.filter(user=person, other__in=others) | marks.filter(user__in=others, other=person)
    if person.is_barred or blocked.exists():
        raise Refused(ActReason.CANNOT_SIT)


def _seat_rewrite(locked: LockedGame, seat: Seat, person: User) -> None:
    """Reset all but cards and `_STAYS`."""
    for field in Seat._meta.concrete_fields:
        if field.name not in _STAYS:
            setattr(seat, field.attname, field.get_default())
    seat.user = seat.held_by = person
    seat.joined_at = locked.now
    seat.save()
    StandingOrders.objects.filter(seat=seat).delete()
