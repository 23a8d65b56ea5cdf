"""`demo`: a few players and games in every stage."""

import random
import secrets
from typing import Any

from allauth.account.models import EmailAddress
from django.core.management.base import BaseCommand
from django.db import transaction

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
        """Make what is missing, as Ctrl-C may have ended an earlier run."""
        found = {user.handle: user for user in User.objects.filter(handle__in=HANDLES)}
        if any(user.email != address(handle) for handle, user in found.items()):
            self.stdout.write("Some of the demo's usernames are taken, so nothing was made.")
            return
        people = [found.get(handle) or self._player(handle) for handle in HANDLES]
        known = set(Game.objects.filter(host__in=people).values_list("name", flat=True))
        for number, (new, sit, turns) in enumerate(GAMES):
            if new.name not in known:
                order = people[number % len(people) :] + people[: number % len(people)]
                self._game(new, order[:sit], turns)
        if len(found) == len(HANDLES):
            self.stdout.write("The demo's players are there already; their passwords were printed when they were made.")

    def _player(self, handle: str) -> User:
        password = secrets.token_urlsafe(9)
        # First, as everyone who is made must be able to log in.
        self.stdout.write(f"player {handle}, password {password}")
        with transaction.atomic():
            user = User.objects.create_user(handle=handle, email=address(handle), password=password)
            EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
        return user

    def _game(self, new: NewGame, people: list[User], turns: int | None) -> None:
        game = game_seat(people, new)
        taken, rng = 0, random.Random(game.pk)
        while game.status == Game.Status.RUNNING and taken != turns:
            turn_take(game, rng)
            taken += 1


def address(handle: str) -> str:
    return f"{handle}@localhost"
