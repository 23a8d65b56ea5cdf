"""Games before their start."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.visible_text import text_written
from games import on_commit
from games.clocks import Pace
from games.engine import GameOptions, fairdeal
from games.errors import NoSuchGame, Refused
from games.lobby.errors import InvitationReason, LobbyReason
from games.lobby.limits import check_limits, check_new_game, may_seat_guest
from games.lobby.once import SECOND_PRESS, game_created_with
from games.models import Game, Invitation, LimitedAct, Notice, Seat, StandingMember
from games.models.game import CONTRIBUTION_MAX, NAME_MAX
from games.outbox.write import notice_write
from games.outside_bots.rules import check_asked, check_rated
from games.people.acts import acts_note
from games.people.block_selectors import blocked_pairs
from games.people.errors import PersonReason
from games.people.guests import guest_open
from games.people.locking import check_member, locked_people
from games.people.reliability import GATES, reliability
from games.play.bot_accounts import bot_user
from games.play.deal import game_begin, game_close
from games.play.fair_chain import chain_store, new_chain_top
from games.play.locking import OPEN, LockedGame, lock_game
from games.play.selectors import invited_game
from games.play.turn import wait_begin

# Time for contributions (FAIRDEAL.md, 2); paired players are at their screens.
CONTRIBUTION_WAIT = timedelta(hours=24)
CONTRIBUTION_WAIT_QUEUE = timedelta(seconds=60)
_NUMBER: Final = re.compile(r" \([0-9]+\)$")
# What a numbered name has of the chosen one, at least.
_STEM: Final = NAME_MAX - len(" (99999)")


@dataclass(frozen=True)
class NewGame:
    """Options of a new game. `bots`: names of the registry, seated immediately. `two_player_deck` needs two seats;
    `undo` is ignored at live paces and in rated games; `weekends_off` needs a pace that may stop; rated games have no
    stand-in bot; `min_reliability`: one of GATES or None.
    """

    seats: int
    target: int | None = 15
    goat: bool = False
    two_player_deck: bool = True
    next_leader: str = "left"
    visibility: str = Game.Visibility.PUBLIC
    name: str = ""
    rated: bool = False
    undo: bool = True
    pace: str = Game.Pace.D1
    timeout_action: str = Game.TimeoutAction.PASS
    weekends_off: bool = False
    min_reliability: int | None = None
    bots: Sequence[str] = ()


@transaction.atomic(durable=True)
def game_create(*, host: User, new: NewGame, token: str = "", token_life: timedelta = SECOND_PRESS) -> Game:
    """Create a game with its host seated, or return the one that `token` created within `token_life`. The host's lock
    makes a second press wait; a refused one leaves its token unused. Raises Refused.
    """
    [host] = locked_people([host])
    check_member(host)
    earlier = game_created_with(token, token_life)
    if earlier is not None:
        return earlier
    check_new_game(host, offer=True)
    return game_create_for([host], new, token=token)


def game_create_for(
    people: Sequence[User], new: NewGame, *, from_queue: bool = False, rematch_of: Game | None = None, token: str = ""
) -> Game:
    """Create a game for people who are locked and within their limits; the first is the host. Raises Refused."""
    setup = setup_columns(new)
    if len(people) + len(new.bots) > new.seats:
        raise Refused(LobbyReason.TOO_MANY_BOTS)
    at = timezone.now()
    top = new_chain_top()
    game = Game.objects.create(
        **setup,
        visibility=new.visibility,
        min_reliability=new.min_reliability,
        name=_game_name(people[0], new),
        host=people[0],
        from_queue=from_queue,
        rematch_of=rematch_of,
        creation_token=token,
        anchor=fairdeal.chain_anchor(top).hex(),
        created_at=at,
        changed_at=at,
    )
    chain_store(game, top)
    acts_note(people, LimitedAct.Kind.GAME, at)
    locked = LockedGame(game, at)
    for user in (*people, *(bot_user(name) for name in new.bots)):
        _seat_take(locked, user)
    _seats_taken(locked)
    return game


def _game_name(host: User, new: NewGame) -> str:
    """The chosen name. Games against bots are named by these, so one gets the first free number if its host has another
    of that name: one query.
    """
    name = text_written(new.name)
    if not name or len(new.bots) < new.seats - 1:
        return name
    plain, number = _NUMBER.sub("", name), 1
    alike = Game.objects.filter(host=host, name__startswith=plain[:_STEM].rstrip())
    taken = set(alike.values_list("name", flat=True))
    while name in taken:
        number += 1
        sign = f" ({number})"
        name = f"{plain[: NAME_MAX - len(sign)].rstrip()}{sign}"
    return name


def setup_columns(new: NewGame) -> dict[str, Any]:
    """The columns of a GameSetup. Raises Refused."""
    options = _options(new)
    return {
        "seats_count": options.seats,
        "target": options.target,
        "goat": options.goat,
        "two_player_deck": options.two_player_deck,
        "next_leader": options.next_leader,
        "rated": new.rated,
        "undo": new.undo,
        "pace": new.pace,
        "timeout_action": new.timeout_action,
        "weekends_off": new.weekends_off,
    }


def _options(new: NewGame) -> GameOptions:
    if new.next_leader not in Game.NextLeader.values or new.visibility not in Game.Visibility.values:
        raise Refused(LobbyReason.BAD_OPTIONS)
    if new.min_reliability is not None and new.min_reliability not in GATES:
        raise Refused(LobbyReason.BAD_OPTIONS)
    _check_clock(new)
    try:
        return GameOptions(
            seats=new.seats,
            target=new.target,
            goat=new.goat,
            two_player_deck=new.two_player_deck and new.seats == 2,
            next_leader="last" if new.next_leader == "last" else "left",
        )
    except ValueError as wrong:
        raise Refused(LobbyReason.BAD_OPTIONS) from wrong


def _check_clock(new: NewGame) -> None:
    if new.pace not in Game.Pace.values or new.timeout_action not in Game.TimeoutAction.values:
        raise Refused(LobbyReason.BAD_OPTIONS)
    if new.rated and new.timeout_action == Game.TimeoutAction.CARETAKER:
        raise Refused(LobbyReason.BAD_OPTIONS)
    if new.weekends_off and not Pace(new.pace).may_stop:
        raise Refused(LobbyReason.BAD_OPTIONS)


def _seat_take(locked: LockedGame, user: User) -> Seat:
    """Give the account the lowest free seat (FAIRDEAL.md, 2)."""
    game = locked.game
    taken = set(game.seats.values_list("number", flat=True))
    number = next(free for free in range(game.seats_count) if free not in taken)
    kind = Seat.Kind.BOT if user.is_bot else Seat.Kind.PERSON
    answered_at = locked.now if user.is_bot else None
    seat = Seat.objects.create(
        game=game, number=number, kind=kind, user=user, held_by=user, joined_at=locked.now, answered_at=answered_at
    )
    locked.reread_seats()
    return seat


def _seats_taken(locked: LockedGame) -> None:
    """Start a full game, or let it wait for contributions. Raises Refused if a bot from outside would play a rated game
    with a person or with another bot of its author.
    """
    game, at = locked.game, locked.now
    check_rated(game, locked.seats)
    locked.next_version()
    if len(locked.seats) == game.seats_count and game.full_at is None:
        game.full_at = at
        game.contributions_due_at = at + (CONTRIBUTION_WAIT_QUEUE if game.from_queue else CONTRIBUTION_WAIT)
    game.save()
    _start_if_ready(locked)


def _start_if_ready(locked: LockedGame) -> None:
    if len(locked.seats) == locked.game.seats_count and all(seat.answered_at is not None for seat in locked.seats):
        game_start_now(locked)


def game_start_now(locked: LockedGame) -> None:
    """Freeze the opening, deal and send notifications."""
    game = locked.game
    locked.next_version()
    game_begin(locked)
    for seat in locked.seats:
        if seat.kind == Seat.Kind.PERSON and game.status == Game.Status.RUNNING:
            notice_write(Notice.Kind.STARTED, game, seat.held_by, locked.now)
    wait_begin(locked)
    on_commit.game_changed(game, locked.seats)


@transaction.atomic(durable=True)
def game_join(*, public_id: str, user: User, token: str = "", version: int | None = None) -> Seat:
    """Take the lowest free seat; private games need the link's `token` or an invitation. Raises NoSuchGame, Refused."""
    [user] = locked_people([user])
    return _join(public_id, user, token, version)


@transaction.atomic(durable=True)
def game_join_as_guest(*, token: str, handle: str, time_zone: str, language: str) -> Seat:
    """Make a guest and seat them by the link. Each guest stays invited, and a link brings at most as many unclaimed
    ones as the game has seats. Raises NoSuchGame, Refused.
    """
    game = invited_game(token)
    # Accounts come before games in the order of locks.
    guest = guest_open(handle=handle, time_zone=time_zone, language=language)
    seat = _join(game.public_id, guest, token, None)
    if game.invitations.filter(user__is_guest=True).count() >= game.seats_count:
        raise Refused(InvitationReason.TOO_MANY_GUESTS)
    Invitation.objects.create(game=game, user=guest, invited_by_id=game.host_id, created_at=seat.joined_at)
    return seat


def _join(public_id: str, user: User, token: str, version: int | None) -> Seat:
    """Join a game; the account is locked."""
    locked = lock_game(public_id)
    if not may_join(locked.game, user, token):
        raise NoSuchGame(public_id)
    locked.check_version(version)
    seat = seat_join(locked, user, by_link=token == locked.game.invite_token)
    notice_write(Notice.Kind.JOINED, locked.game, user, locked.now)
    return seat


def seat_join(locked: LockedGame, user: User, *, by_link: bool) -> Seat:
    """Take the lowest free seat for a locked person who `may_join`. Raises Refused."""
    game = locked.game
    locked.check_status(OPEN)
    if game.invitations.filter(user=user, barred_at__isnull=False).exists():
        raise Refused(LobbyReason.REMOVED)
    if locked.seat_of(user) is not None:
        raise Refused(LobbyReason.ALREADY_SEATED)
    if len(locked.seats) >= game.seats_count:
        raise Refused(LobbyReason.FULL)
    check_limits(user)
    _check_guest(game, user, by_link=by_link)
    _check_welcome(game, user, by_link=by_link)
    seat = _seat_take(locked, user)
    _seats_taken(locked)
    on_commit.seat_changed(game, seat)
    return seat


def _check_guest(game: Game, user: User, *, by_link: bool) -> None:
    """Check that a guest may join. Raises Refused. One query for guests without the link."""
    if not user.is_guest:
        return
    if not may_seat_guest(game, welcome=by_link or game.invitations.filter(user=user).exists()):
        raise Refused(PersonReason.GUEST)


def _check_welcome(game: Game, user: User, *, by_link: bool) -> None:
    """Check blocks and turns in time. Raises Refused. In public games only a block with the host counts; in private
    ones and for invited people, one with anyone seated. The link or an invitation makes turns in time irrelevant.
    """
    invitation = game.invitations.filter(user=user, declined_at__isnull=True).first()
    check_asked(game, user, invited=invitation is not None)
    theirs = {game.host_id}
    if invitation is not None or game.visibility == Game.Visibility.PRIVATE:
        theirs |= set(game.seats.values_list("user_id", flat=True))
    if invitation is not None:
        theirs.add(invitation.invited_by_id)
    if any(user.pk in pair for pair in blocked_pairs({user.pk, *theirs})):
        raise Refused(LobbyReason.KEPT_APART)
    if invitation is not None or by_link or game.min_reliability is None:
        return
    if not reliability(user).meets(game.min_reliability):
        raise Refused(LobbyReason.UNRELIABLE)


def may_join(game: Game, user: User, token: str) -> bool:
    """Whether the game is public, or the person has its link, a seat or an open invitation."""
    return (
        game.visibility == Game.Visibility.PUBLIC
        or token == game.invite_token
        or game.seats.filter(user=user).exists()
        or game.invitations.filter(user=user, declined_at__isnull=True).exists()
    )


@transaction.atomic(durable=True)
def game_contribute(*, public_id: str, user: User, contribution: bytes | None, version: int | None = None) -> Game:
    """Save the person's bytes for the deal, once; None declines. The last answer starts a full game. Raises NoSuchGame
    without a seat, Refused.
    """
    locked = lock_game(public_id, player=user, version=version)
    game, seat = locked.game, locked.seat
    if seat.answered_at is not None:
        raise Refused(LobbyReason.ALREADY_ANSWERED)
    locked.check_status(OPEN)
    if contribution is not None and not 1 <= len(contribution) <= CONTRIBUTION_MAX:
        raise Refused(LobbyReason.BAD_CONTRIBUTION)
    seat.contribution = contribution
    seat.answered_at = locked.now
    seat.save(update_fields=["contribution", "answered_at"])
    _start_if_ready(locked)
    if game.status == Game.Status.OPEN:
        on_commit.seat_changed(game, seat)
    return game


@transaction.atomic(durable=True)
def game_leave(*, public_id: str, user: User, version: int | None = None) -> Game:
    """Leave an open game. One of a standing table seats the person again only after they say that they are in. Raises
    NoSuchGame, Refused(STALE_VERSION, NOT_OPEN).
    """
    locked = lock_game(public_id, version=version, status=OPEN)
    seat_free(locked, locked.admit(user))
    members = StandingMember.objects.filter(user=user, table__games__game=locked.game)
    members.update(unasked=StandingMember.Unasked.LEFT)
    return locked.game


@transaction.atomic(durable=True)
def person_remove(*, public_id: str, host: User, seat_number: int, version: int | None = None) -> Game:
    """Remove a person, who then needs a new invitation. Raises NoSuchGame, Refused."""
    locked = lock_game(public_id, version=version, status=OPEN)
    game = locked.game
    if game.host_id != host.pk:
        raise Refused(LobbyReason.NOT_HOST)
    seat = next((seat for seat in locked.seats if seat.number == seat_number), None)
    if seat is None or seat.user_id == host.pk:
        raise Refused(LobbyReason.NO_SUCH_SEAT)
    if seat.kind == Seat.Kind.PERSON:
        at = locked.now
        Invitation.objects.update_or_create(
            game=game,
            user_id=seat.user_id,
            defaults={"declined_at": at, "barred_at": at},
            create_defaults={"invited_by": host, "created_at": at, "declined_at": at, "barred_at": at},
        )
    seat_free(locked, seat)
    return game


def seat_free(locked: LockedGame, seat: Seat) -> None:
    """Free a seat of an open game. The game is cancelled if no people are left. A new host follows one who left, and
    the old host's username leaves the game's name too, because no row would later say that it was theirs.
    """
    game = locked.game
    seat.delete()
    locked.reread_seats()
    locked.next_version()
    game.full_at = game.contributions_due_at = None
    people = [other for other in locked.seats if other.kind == Seat.Kind.PERSON]
    if not people:
        game_close(locked, Game.Ending.CANCELLED)
    elif game.host_id == seat.user_id:
        if seat.user.handle.lower() in game.name.lower():
            game.name = ""
        game.host = people[0].user
    game.save()
    on_commit.seat_changed(game, seat)


@transaction.atomic(durable=True)
def game_start(*, public_id: str, host: User, bots: Sequence[str], version: int | None = None) -> Game:
    """Fill all empty seats with `bots`. Raises NoSuchGame, Refused."""
    locked = lock_game(public_id, version=version, status=OPEN)
    game = locked.game
    if game.host_id != host.pk:
        raise Refused(LobbyReason.NOT_HOST)
    free = game.seats_count - len(locked.seats)
    if free == 0:
        raise Refused(LobbyReason.FULL)
    if len(bots) != free:
        raise Refused(LobbyReason.TOO_MANY_BOTS)
    for name in bots:
        _seat_take(locked, bot_user(name))
    _seats_taken(locked)
    on_commit.game_changed(game, locked.seats)
    return game
