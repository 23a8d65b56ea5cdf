"""Rematches."""

from contextlib import suppress
from dataclasses import replace

from django.db import transaction

from accounts.models import User
from games import on_commit
from games.errors import NoSuchGame, Refused
from games.lobby.invitations import invitation_count
from games.lobby.limits import check_new_game
from games.lobby.services import NewGame, game_create_for, may_join, seat_join
from games.models import Game, Invitation, Notice, Seat
from games.models.game_setup import GameSetup
from games.outbox.write import notice_write
from games.outside_bots.errors import OutsideBotReason
from games.people.block_selectors import blocked_pairs
from games.people.locking import locked_people
from games.play.locking import FINISHED, LockedGame, lock_game, lock_game_if


@transaction.atomic(durable=True)
def game_rematch(*, public_id: str, user: User) -> Game:
    """Seat the person in the game's rematch. The first to ask creates it, with the same options and bots, and invites
    the others; their own presses seat them in it. The old game's lock makes a press at the same moment wait.

    Private if one of them is gone, barred or blocked, so that no stranger takes a friend's seat, and a guest's always.
    Raises NoSuchGame without a seat, or if the rematch is not for the person; Refused.
    """
    [user] = locked_people([user])
    locked = lock_game(public_id)
    old = locked.game
    seats = list(old.seats.select_related("user__bot_account").order_by("number"))
    if all(seat.user_id != user.pk for seat in seats):
        raise NoSuchGame(public_id)
    locked.check_status(FINISHED)
    asked_before = Game.objects.filter(rematch_of=old).exists()
    known = _known(old)
    game = _created(old, seats, user, again=asked_before) if known is None else _joined(known, user)
    on_commit.game_reannounced(old)
    return game


def _known(old: Game) -> LockedGame | None:
    """The rematch, locked. One that all left before its start makes room for another."""
    row = Game.objects.filter(rematch_of=old).first()
    known = None if row is None else lock_game_if(row.pk)
    if known is None or not known.game.is_given_up:
        return known
    Game.objects.filter(pk=known.game.pk).update(rematch_of=None)
    return None


def _created(old: Game, seats: list[Seat], user: User, *, again: bool) -> Game:
    """A new rematch. `again`: everyone has left an earlier one; then invitations to the others count in their limits.
    Raises Refused.
    """
    check_new_game(user, offer=True)
    if user.is_outside_bot and not all(seat.user.is_outside_bot for seat in _others(seats, user)):
        raise Refused(OutsideBotReason.INVITES_PEOPLE)
    coming = _invitable(seats, user)
    all_come = len(coming) == len(_others(seats, user))
    game = game_create_for([user], _same_options(old, seats, private=user.is_guest or not all_come), rematch_of=old)
    for person in coming:
        Invitation.objects.create(game=game, user=person, invited_by=user, created_at=game.created_at)
        with suppress(Refused):
            if again:
                invitation_count(user, person, game.created_at)
            notice_write(Notice.Kind.INVITATION, game, person, game.created_at)
        on_commit.person_event(person.pk, {"type": "invitation", "game": game.public_id})
    return game


def _joined(known: LockedGame, user: User) -> Game:
    """Join the rematch; a public one that has started can only be watched. Raises NoSuchGame, Refused."""
    game = known.game
    if known.seat_of(user) is not None:
        return game
    if not may_join(game, user, ""):
        raise NoSuchGame(game.public_id)
    if game.status == Game.Status.OPEN or game.visibility == Game.Visibility.PRIVATE:
        seat_join(known, user, by_link=False)
    return game


def _others(seats: list[Seat], user: User) -> list[Seat]:
    return [seat for seat in seats if seat.kind == Seat.Kind.PERSON and seat.user_id != user.pk]


def _invitable(seats: list[Seat], user: User) -> list[User]:
    """People who may play and have no block with `user` or each other."""
    others = [seat.user for seat in _others(seats, user)]
    apart, coming = blocked_pairs([user.pk, *(other.pk for other in others)]), [user]
    for other in others:
        kept_apart = any({other.pk, one.pk} in apart for one in coming)
        if other.can_log_in and not other.is_barred and not kept_apart:
            coming.append(other)
    return coming[1:]


def _same_options(old: Game, seats: list[Seat], *, private: bool) -> NewGame:
    return replace(
        new_game_like(old, seats=old.seats_count),
        visibility=Game.Visibility.PRIVATE if private else old.visibility,
        name=old.name,
        min_reliability=old.min_reliability,
        bots=[seat.user.bot_account.name for seat in seats if seat.kind == Seat.Kind.BOT],
    )


def new_game_like(setup: GameSetup, *, seats: int) -> NewGame:
    """A private game with these rules and clock."""
    return NewGame(
        seats=seats,
        target=setup.target,
        goat=setup.goat,
        two_player_deck=setup.two_player_deck,
        next_leader=setup.next_leader,
        visibility=Game.Visibility.PRIVATE,
        rated=setup.rated,
        undo=setup.undo,
        pace=setup.pace,
        # Older rated games may have a stand-in bot.
        timeout_action=Game.TimeoutAction.PASS if setup.rated else setup.timeout_action,
        weekends_off=setup.weekends_off,
    )
