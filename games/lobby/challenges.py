"""Challenges: a person is invited to a new private game, which keeps a seat for them."""

from dataclasses import replace
from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from accounts.models import User
from games.errors import NoSuchGame, Refused
from games.lobby.errors import LobbyReason
from games.lobby.invitations import invitation_write, person_to_invite
from games.lobby.limits import check_new_game
from games.lobby.once import SECOND_PRESS, game_created_with
from games.lobby.services import NewGame, game_create_for, setup_columns
from games.models import Game, Invitation, Seat
from games.outside_bots.rules import check_invited
from games.people.block_selectors import block_between
from games.people.locking import check_member, locked_people


@transaction.atomic(durable=True)
def game_challenge(
    *, host: User, handle: str, new: NewGame, token: str = "", token_life: timedelta = SECOND_PRESS
) -> Game:
    """Create a private game with its host seated, and invite a person to it: both or neither. Returns the game that
    `token` created within `token_life`, if any. Raises Refused.
    """
    [host] = locked_people([host])
    check_member(host)
    earlier = game_created_with(token, token_life)
    if earlier is not None:
        return earlier
    check_new_game(host, offer=True)
    invited = person_to_invite(host, handle)
    if len(new.bots) + 2 > new.seats:
        raise Refused(LobbyReason.TOO_MANY_BOTS)
    game = game_create_for([host], replace(new, visibility=Game.Visibility.PRIVATE), token=token)
    invitation_write(game, host, invited, game.created_at)
    return game


def check_bot_takes(new: NewGame, host: User, invited: User) -> None:
    """Check, before a game is created for it, that a bot from outside takes such a game. One query for bots. Raises
    Refused.
    """
    if invited.is_outside_bot:
        check_invited(Game(**setup_columns(new)), host, invited)


def check_challenged(public_id: str, user: User) -> None:
    """Check that the person has an open invitation to the game. Raises NoSuchGame. One query."""
    if not Invitation.objects.filter(game__public_id=public_id, user=user, declined_at__isnull=True).exists():
        raise NoSuchGame(public_id)


def challenges_of(user: User) -> QuerySet[Invitation]:
    """Invitations to open games: those that the person can accept, and those by them to people who have not come.
    Newest first, with the games' hosts, deadlines and seats. Two queries.
    """
    sits, came = (Seat.objects.filter(game=OuterRef("game"), user=who) for who in (user, OuterRef("user")))
    blocked = block_between(user, "invited_by") | block_between(user, "game__host")
    seats = Prefetch("game__seats", Seat.objects.select_related("user").order_by("number"))
    rows = Invitation.objects.filter(
        Q(user=user, declined_at__isnull=True) & ~blocked | Q(Exists(sits), invited_by=user),
        ~Exists(came),
        game__status=Game.Status.OPEN,
        game__full_at__isnull=True,
    )
    people = rows.select_related("user", "invited_by", "game__host", "game__deadline")
    return people.prefetch_related(seats).order_by("-pk")
