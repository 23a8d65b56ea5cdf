"""Tables with fixed cards in hand and on the table."""

from __future__ import annotations

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game
from tests.factories import seats_of
from tests.games_laid import lay_game
from tests.games_laid.cards import lay
from tests.games_laid.turns import bot_plays

# One card beats the green 1, as do sets of two and three; the others hold few.
NINE = "R8 B8 K7 G6 P5 O4 R3 B2 K1"
FEW = "G9 P8 O7 K5 B4"


def table_with_bots(
    user: User, *, seats: int = 2, pace: str = "1d", target: int | None = 15, undo: bool = False
) -> Game:
    """A new game of the person and bots. Bots wait where turns may be taken back."""
    bots = ("berserker",) * (seats - 1)
    return lay_game([user], NewGame(seats=seats, target=target, pace=pace, undo=undo, bots=bots))


def game_near_its_end(user: User) -> Game:
    """A game of one hand against a bot: the person leads with six cards, the bot has five."""
    game = table_with_bots(user, target=None)
    lay_hand(game, user, "R8 B8 K7 O4 P3 G2")
    return game


def table_of(
    *people: User, pace: str = "1d", target: int | None = 15, undo: bool = True, visibility: str = "private"
) -> Game:
    """A new game of these people."""
    return lay_game(
        people, NewGame(seats=len(people), target=target, pace=pace, undo=undo, visibility=Game.Visibility(visibility))
    )


def lay_hand(game: Game, user: User, cards: str, *, table: str = "", others: str = FEW) -> None:
    """Give the person these cards at their turn, over the left seat's set, if any.

    The others share the cards `others`.
    """
    seats = seats_of(game)
    number = next(seat.number for seat in seats if seat.user == user)
    count = len(seats) - 1
    held = [" ".join(others.split()[first::count]) for first in range(count)]
    held.insert(number, cards)
    lay(game, *held, to_act=number, table=table, table_seat=(number + 1) % len(seats) if table else None)


def facing(user: User, other: User, *, pace: str = "1d", cards: str = NINE, table: str = "G1") -> Game:
    """A game of two people in which the person must beat this set, and nothing can be taken back."""
    game = table_of(user, other, pace=pace, undo=False)
    lay_hand(game, user, cards, table=table, others=" ".join(code for code in FEW.split() if code not in table))
    return game


def answering(
    user: User, *, seats: int = 2, pace: str = "1d", target: int | None = 15, cards: str = NINE, lead: str = "G1"
) -> Game:
    """A game in which the person, with nine cards, must beat the left bot's lead; the others have passed."""
    game = table_with_bots(user, seats=seats, pace=pace, target=target)
    few = [code for code in FEW.split() if code not in lead]
    held = [" ".join(few[first :: seats - 1]) for first in range(seats - 1)]
    lay(game, cards, f"{lead} {held[0]}", *held[1:], to_act=1)
    for turn in (lead, *("pass",) * (seats - 2)):
        bot_plays(game, turn)
    game.refresh_from_db()
    return game
