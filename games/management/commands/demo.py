"""`demo`: a few players and games in every stage."""

import random
import secrets
from typing import Any

from allauth.account.models import EmailAddress
from django.core.management.base import BaseCommand

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game
from games.simulation.demo_games import game_seat, turn_take

HANDLES = ("astrid", "bjorn", "dagny", "eirik")
# Game, number of players who join, and turns to take (None: all).
GAMES: tuple[tuple[NewGame, int, int | None], ...] = (
    (NewGame(seats=3, name="Midsummer table", bots=["berserker"]), 2, 35),
    (NewGame(seats=4, name="Winter table", goat=True), 4, 60),
    (NewGame(seats=2, name="Boathouse"), 2, 12),
    (NewGame(seats=6, name="Sunday six", target=20, bots=["berserker", "skald"]), 4, 150),
    (NewGame(seats=3, name="Long night", target=10, bots=["berserker"]), 2, None),
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
        game = game_seat(people, new)
        taken, rng = 0, random.Random(game.pk)
        while game.status == Game.Status.RUNNING and taken != turns:
            turn_take(game, rng)
            taken += 1
