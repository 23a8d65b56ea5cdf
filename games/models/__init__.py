"""Rows and constraints of games; no rules."""

from games.models.channels import PushSubscription, Webhook
from games.models.game import BotAccount, FairChain, Game, GameEvent, Invitation, QueueEntry, Seat
from games.models.hand import Hand, Move
from games.models.notice import MailLink, Notice
from games.models.person import Absence, Preferences
from games.models.waiting import Deadline, StandingOrders

__all__ = [
    "Absence",
    "BotAccount",
    "Deadline",
    "FairChain",
    "Game",
    "GameEvent",
    "Hand",
    "Invitation",
    "MailLink",
    "Move",
    "Notice",
    "Preferences",
    "PushSubscription",
    "QueueEntry",
    "Seat",
    "StandingOrders",
    "Webhook",
]
