"""People and games, made through services."""

import random
import time
from collections.abc import Callable, Sequence
from copy import copy
from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, generate_totp_secret, hotp_value
from allauth.mfa.utils import decrypt, encrypt
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import User
from accounts.sign_in import two_factor
from games.engine import HandState, Turn, legal_turns, state_from_json
from games.lobby.services import NewGame, game_contribute, game_create, game_join
from games.models import Game, Hand, Seat
from games.models.game import new_invite_token, new_public_id
from games.play.bot_turn import bot_turn_play
from games.play.turn import TurnResult, turn_play
from tests.clients import log_in
from tests.password import PASSWORD


def make_person(handle: str, *, verified: bool = True) -> User:
    """A person who can log in with PASSWORD. Without `verified` the address is only claimed."""
    address = f"{handle}@example.org"
    user = User.objects.create_user(handle=handle, email=address if verified else "", password=PASSWORD)
    EmailAddress.objects.create(user=user, email=address, primary=True, verified=verified)
    return user


def make_staff(handle: str, *roles: str) -> User:
    """Staff with these roles (accounts.staff.roles.Role) and PASSWORD."""
    user = make_person(handle)
    user.is_staff = True
    user.save(update_fields=["is_staff"])
    user.groups.set(Group.objects.filter(name__in=roles))
    assert user.groups.count() == len(set(roles)), roles
    return user


def log_in_with_code(client: Client, user: User) -> None:
    """Log in with a code from an app, which staff need for the admin."""
    app, _made = Authenticator.objects.get_or_create(
        user=user, type=Authenticator.Type.TOTP, defaults={"data": {"secret": encrypt(generate_totp_secret())}}
    )
    log_in(client, user, **{two_factor.SESSION_KEY: app.pk})


def code_of(user: User, steps: int = 0) -> str:
    """The app's code, `steps` half minutes later: -1 to 1 work, each once."""
    app = Authenticator.objects.get(user=user, type=Authenticator.Type.TOTP)
    return str(format_hotp_value(hotp_value(decrypt(app.data["secret"]), int(time.time()) // 30 + steps)))


def make_game(people: Sequence[User], new: NewGame | None = None, *, contribute: bool = True) -> Game:
    """Hosted by the first of `people`; starts if they fill it and contribute."""
    game = game_create(host=people[0], new=new or NewGame(seats=len(people)))
    for person in people[1:]:
        game_join(public_id=game.public_id, user=person, token=game.invite_token)
    for number, person in enumerate(people if contribute else ()):
        game_contribute(public_id=game.public_id, user=person, contribution=bytes([number + 1]) * 32)
    game.refresh_from_db()
    return game


def make_offers(host: User, number: int) -> list[Game]:
    """Open games for two, an hour old, as new ones have a pace. Only the first has a chain of seeds; its copies cannot
    start.
    """
    first = game_create(host=host, new=NewGame(seats=2, name="Table 0."))
    first.created_at -= timedelta(hours=1)
    first.save(update_fields=["created_at"])
    seat = first.seats.get()
    copies = [_offer_copy(first, offer) for offer in range(1, number)]
    Game.objects.bulk_create(copies)
    Seat.objects.bulk_create(
        Seat(game=game, number=seat.number, kind=seat.kind, user=host, held_by=host, joined_at=seat.joined_at)
        for game in copies
    )
    return [first, *copies]


def _offer_copy(first: Game, offer: int) -> Game:
    copied = copy(first)
    copied.pk, copied.public_id, copied.invite_token = None, new_public_id(), new_invite_token()
    copied.anchor = f"{offer:064x}"
    copied.name, copied.created_at = f"Table {offer}.", first.created_at + timedelta(milliseconds=offer)
    return copied


def state_of(game: Game) -> HandState:
    """The running hand's state, with hidden cards."""
    return state_from_json(Hand.objects.get(game=game, ended_at__isnull=True).state)


def seats_of(game: Game) -> list[Seat]:
    """The taken seats, in order."""
    return list(game.seats.select_related("user", "held_by").order_by("number"))


def seat_to_act(game: Game) -> Seat:
    assert game.to_act is not None
    return game.seats.select_related("user", "held_by").get(number=game.to_act)


def any_turn(game: Game, rng: random.Random) -> Turn:
    return rng.choice(legal_turns(state_of(game)))


def take_turn(game: Game, rng: random.Random) -> None:
    """A random legal turn; refreshes `game`."""
    _turn_of(game, seat_to_act(game), state_of(game), rng.choice)
    game.refresh_from_db()


def take_brisk_turn(game: Game, rng: random.Random) -> None:
    """Mostly the largest set: random turns take three times as many."""
    _turn_of(game, seat_to_act(game), state_of(game), rng.choice if rng.random() < 0.2 else _most_cards)
    game.refresh_from_db()


def play_out(game: Game, rng: random.Random) -> None:
    """Play to the end with brisk turns, some random."""
    play_until(game, rng, lambda _game: False)


def play_until(game: Game, rng: random.Random, reached: Callable[[Game], bool], *, brisk: bool = True) -> None:
    """Play until `reached`, asked before each turn; all turns are random if not `brisk`."""
    game.refresh_from_db()
    if game.status != Game.Status.RUNNING:
        return
    seats, state = seats_of(game), state_of(game)
    while game.status == Game.Status.RUNNING and not reached(game):
        assert game.to_act is not None
        choose = _most_cards if brisk and rng.random() < 3 / 4 else rng.choice
        # Whole games are played this way, so rows are not read again.
        done = _turn_of(game, seats[game.to_act], state, choose)
        assert done is not None
        seats, fresh = done.seats, done.game
        game.version, game.status, game.to_act = fresh.version, fresh.status, fresh.to_act
        state = state_of(game) if done.state.over and game.status == Game.Status.RUNNING else done.state
    game.refresh_from_db()


def _most_cards(legal: Sequence[Turn]) -> Turn:
    return max(legal, key=lambda turn: len(turn.cards))


def _turn_of(game: Game, seat: Seat, state: HandState, choose: Callable[[Sequence[Turn]], Turn]) -> TurnResult | None:
    """The turn of the seat; None for a bot at an old version."""
    if seat.held_by.is_bot:
        return bot_turn_play(game_id=game.pk, version=game.version)
    text = str(choose(legal_turns(state)))
    return turn_play(public_id=game.public_id, user=seat.held_by, version=game.version, text=text)


def rng_of(seed: int) -> random.Random:
    return random.Random(seed)
