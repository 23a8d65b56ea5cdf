"""`demo`: a few players, and games between them in every stage, to look at a site that is in use."""

import random
import secrets
from typing import Any

from allauth.account.models import EmailAddress
from django.core.management.base import BaseCommand

from accounts.models import User
from games import bots
from games.engine import legal_turns, state_from_json
from games.models import Game, Hand, Seat
from games.selectors.views import seat_view
from games.services.bots import BUDGET_MS, bot_turn_play
from games.services.lobby import NewGame, game_contribute, game_create, game_join
from games.services.play import turn_play

HANDLES = ("astrid", "bjorn", "dagny", "eirik")
# The name, the options, how many of the players sit down, and how many turns are taken (None: to the end).
GAMES: tuple[tuple[NewGame, int, int | None], ...] = (
    (NewGame(seats=3, name="Midsummer table", bots=["greedy"]), 2, 35),
    (NewGame(seats=4, name="Winter table", goat=True), 4, 60),
    (NewGame(seats=2, name="Boathouse"), 2, 12),
    (NewGame(seats=6, name="Sunday six", target=20, bots=["greedy", "random"]), 4, 150),
    (NewGame(seats=3, name="Long night", target=10, bots=["greedy"]), 2, None),
    (NewGame(seats=5, name="Room for three"), 2, 0),
)


class Command(BaseCommand):
    help = "Make a few players and games in every stage; prints the players' random passwords once."

    def handle(self, *args: Any, **options: Any) -> None:
        if User.objects.filter(handle__in=HANDLES).exists():
            self.stdout.write("The demo's players are there already; their passwords were printed when they were made.")
            return
        people = [self._player(handle) for handle in HANDLES]
        for number, (new, sit, turns) in enumerate(GAMES):
            order = people[number % len(people) :] + people[: number % len(people)]
            self._game(new, order[:sit], turns)

    def _player(self, handle: str) -> User:
        password = secrets.token_urlsafe(9)
        user = User.objects.create_user(handle=handle, email=f"{handle}@localhost", password=password)
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
        self.stdout.write(f"player {handle}, password {password}")
        return user

    def _game(self, new: NewGame, people: list[User], turns: int | None) -> None:
        game = game_create(host=people[0], new=new)
        for person in people[1:]:
            game_join(public_id=game.public_id, user=person)
        for person in people:
            game_contribute(public_id=game.public_id, user=person, contribution=secrets.token_bytes(32))
        game.refresh_from_db()
        taken = 0
        while game.status == Game.Status.RUNNING and taken != turns:
            _take_turn(game)
            game.refresh_from_db()
            taken += 1


def _take_turn(game: Game) -> None:
    """The seat to act plays sensibly, whoever it is."""
    seat = Seat.objects.select_related("held_by").get(game=game, number=game.to_act or 0)
    if seat.held_by.is_bot:
        bot_turn_play(game_id=game.pk, version=game.version)
        return
    hand = Hand.objects.get(game=game, ended_at__isnull=True)
    state = state_from_json(hand.state)
    view = seat_view(game, hand, state, seat.number)
    turn = bots.get("greedy").choose(view, legal_turns(state), BUDGET_MS, random.Random(game.version))
    turn_play(public_id=game.public_id, user=seat.held_by, version=game.version, text=str(turn))
