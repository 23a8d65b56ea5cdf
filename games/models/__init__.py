"""Rows and constraints of games; no rules."""

from games.models.game import BotAccount, FairChain, Game, GameEvent, Invitation, QueueEntry, Seat
from games.models.hand import Hand, Move
from games.models.outbox import OutboxMail

__all__ = [
    "BotAccount",
    "FairChain",
    "Game",
    "GameEvent",
    "Hand",
    "Invitation",
    "Move",
    "OutboxMail",
    "QueueEntry",
    "Seat",
]
