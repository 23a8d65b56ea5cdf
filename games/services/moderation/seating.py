"""Who sits at a table that plays: a bot for the time being, or another person for good."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services.permission import staff_check
from games.errors import Refused
from games.models import Game, GameEvent, Intervention, PersonMark, Seat, StandingOrders
from games.moderation.errors import ActReason, ConflictReason
from games.people.errors import PersonReason
from games.people.locking import locked_people
from games.services import notify
from games.services.bot_accounts import CARETAKER, bot_user
from games.services.locking import running_hand
from games.services.moderation.acting import (
    MODERATE,
    act_tell,
    act_write,
    acted_game,
    check_runs,
    knows_nothing_hidden,
    seat_at,
    steered_game,
)
from games.services.seat_events import seat_event_write
from games.services.seats import seat_hand_over, wait_rewrite


@transaction.atomic(durable=True)
def seat_to_bot(*, actor: User, public_id: str, reason: str, seat: int, bot: str = CARETAKER) -> Intervention:
    """Have a bot hold a person's seat; the person may come back at any moment, as from a caretaker.

    Raises PermissionDenied, AccountRefused(REASON_MISSING), NoSuchGame, Refused(OWN_GAME, NOT_RUNNING,
    NO_SEAT, SEAT_OF_BOT, SEAT_RESIGNED, ALREADY, NO_SUCH_BOT).
    """
    staff_check(actor, MODERATE, reason)
    game, seats = acted_game(actor, public_id)
    given = _given_seat(game, seats, seat)
    holder = bot_user(bot)
    if given.held_by_id == holder.pk:
        raise Refused(ActReason.ALREADY)
    at = timezone.now()
    seat_hand_over(game, seats, given, running_hand(game), at, holder=holder)
    # The version of the change itself: who was the last not to want a pause may have begun one by it.
    version = GameEvent.objects.filter(game=game).latest("pk").version
    facts = {"to": holder.pk}
    row = act_write(
        Intervention.Kind.BOT, game, actor, reason, at, seat=given, person=given.user, facts=facts, version=version
    )
    act_tell(row, seats)
    return row


@transaction.atomic(durable=True)
def seat_to_person(*, actor: User, public_id: str, reason: str, seat: int, handle: str) -> Intervention:
    """Give a person's seat for good to another, with its cards, points and part of the deal.

    Who had it is told, and is as much a stranger to a private game from then on as anybody else. Raises
    PermissionDenied, AccountRefused(REASON_MISSING), NoSuchGame, Refused(OWN_GAME, NOT_RUNNING, NO_SEAT,
    SEAT_OF_BOT, SEAT_RESIGNED, NO_SUCH_PERSON, OWN_SEAT, SITS_HERE, CARDS_SEEN,
    CANNOT_SIT).
    """
    staff_check(actor, MODERATE, reason)
    person = _person(actor, handle)
    game, seats = steered_game(actor, public_id)
    given = _given_seat(game, seats, seat)
    _check_may_sit(game, seats, given, person)
    at, before = timezone.now(), given.user
    _seat_rewrite(given, person, at)
    game.version += 1
    game.changed_at = at
    seat_event_write(game, running_hand(game), given, GameEvent.Kind.HANDOVER, at)
    wait_rewrite(game, seats, given, at)
    facts = {"to": person.pk}
    row = act_write(Intervention.Kind.REPLACE, game, actor, reason, at, seat=given, person=before, facts=facts)
    act_tell(row, seats, also=before)
    # All is said anew: names change, and whose cards a connection shows.
    notify.game_changed(game, seats)
    return row


def _person(actor: User, handle: str) -> User:
    """The account, locked before the game's."""
    named = User.objects.filter(handle__iexact=handle.strip(), is_bot=False, erased_at=None, is_active=True).first()
    if named is None:
        raise Refused(PersonReason.NO_SUCH_PERSON)
    if named.pk == actor.pk:
        raise Refused(ActReason.OWN_SEAT)
    [person] = locked_people([named])
    return person


def _given_seat(game: Game, seats: list[Seat], number: int) -> Seat:
    check_runs(game)
    seat = seat_at(seats, number)
    if seat.kind == Seat.Kind.BOT:
        raise Refused(ActReason.SEAT_OF_BOT)
    if seat.resigned_at is not None:
        raise Refused(ActReason.SEAT_RESIGNED)
    return seat


def _check_may_sit(game: Game, seats: list[Seat], given: Seat, person: User) -> None:
    if any(seat.user_id == person.pk for seat in seats):
        raise Refused(ActReason.SITS_HERE)
    if not knows_nothing_hidden(game, person, at=given.number):
        raise Refused(ConflictReason.CARDS_SEEN)
    others = [seat.user_id for seat in seats if seat.pk != given.pk]
    marks = PersonMark.objects.filter(kind=PersonMark.Kind.BLOCK)
    blocked = marks.filter(user=person, other__in=others) | marks.filter(user__in=others, other=person)
    if person.is_barred or blocked.exists():
        raise Refused(ActReason.CANNOT_SIT)


def _seat_rewrite(seat: Seat, person: User, at: datetime) -> None:
    """The seat as the new person begins with it; cards, points and the contribution are the seat's."""
    seat.user = seat.held_by = person
    seat.joined_at = at
    seat.looked_at = seat.acted_at = seat.pause_wanted_at = None
    seat.timeouts = seat.turns_in_time = seat.turns_late = seat.chat_read = seat.seen_version = 0
    seat.hand_order = ""
    seat.absence_spent = timedelta()
    seat.save()
    StandingOrders.objects.filter(seat=seat).delete()
