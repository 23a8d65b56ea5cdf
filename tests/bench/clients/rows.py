"""Runs in a shell of the site: the clients' tokens, and what was stored of their games."""

from __future__ import annotations

from accounts.models import User
from accounts.tokens.services import token_make
from games.models import Move
from tests.embedded.accounts import account_make


def tokens_make(count: int) -> list[str]:
    """A token for each of so many new accounts."""
    for number in range(count):
        account_make(f"client{number}")
    people = [User.objects.get(handle=f"client{number}") for number in range(count)]
    return [token_make(user=user, name="client", scopes=["read", "play"], days=30).text for user in people]


def turns_count() -> int:
    return Move.objects.filter(by=Move.By.PLAYER).count()


def turns_stored(games: list[str]) -> dict[str, list[tuple[int, str]]]:
    """The turns of each game's person: the version after each, and its text."""
    found: dict[str, list[tuple[int, str]]] = {game: [] for game in games}
    moves = Move.objects.filter(by=Move.By.PLAYER, hand__game__public_id__in=games).select_related("hand__game")
    for move in moves.order_by("version"):
        found[move.hand.game.public_id].append((move.version, move.turn))
    return found
