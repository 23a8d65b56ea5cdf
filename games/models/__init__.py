"""Rows of games and their constraints."""

from games.models.after_game import SeatFigures, SeatReview
from games.models.channels import PushSubscription, Webhook
from games.models.chat import ChatLine, Reaction
from games.models.daily_figure import DailyFigure, Figure
from games.models.deadline import Deadline, ExtraTime, StandingOrders
from games.models.friends import Friendship
from games.models.game import BotAccount, FairChain, Game, GameEvent, Invitation, QueueEntry, Seat
from games.models.groups.league import League, LeagueGame, LeagueMember
from games.models.groups.standing import (
    StandingChange,
    StandingGame,
    StandingInvitation,
    StandingMember,
    StandingTable,
)
from games.models.hand import Hand, Move, TakeBack
from games.models.limited_act import LimitedAct
from games.models.moderation import CannedAnswer, Intervention, Peek, Report, ReportNote, Signal
from games.models.notice import MailLink, Notice
from games.models.operator_hooks import HookDelivery, OperatorHook
from games.models.preferences import Absence, OutsideBot, PersonMark, Preferences
from games.models.private_note import GameNote
from games.models.publication import Publication
from games.models.rating import Pool, Rating, RatingChange, RatingRework, SeasonStanding
from games.models.records.archive import ArchiveMonth, ArchivePart
from games.models.records.imported import ImportedRecord
from games.models.same_cards.position import Position, PositionAnswer
from games.models.same_cards.shared_hand import Challenge, DailyChain, DailyHand, HandPlay, SharedHand
from games.models.same_cards.weekly import WEEK_HANDS, DuplicateRating, WeeklyChain, WeeklyHand, WeeklyResult
from games.models.totals import HeadToHead, PlayerTally, PlayerTotals

__all__ = [
    "WEEK_HANDS",
    "Absence",
    "ArchiveMonth",
    "ArchivePart",
    "BotAccount",
    "CannedAnswer",
    "Challenge",
    "ChatLine",
    "DailyChain",
    "DailyFigure",
    "DailyHand",
    "Deadline",
    "DuplicateRating",
    "ExtraTime",
    "FairChain",
    "Figure",
    "Friendship",
    "Game",
    "GameEvent",
    "GameNote",
    "Hand",
    "HandPlay",
    "HeadToHead",
    "HookDelivery",
    "ImportedRecord",
    "Intervention",
    "Invitation",
    "League",
    "LeagueGame",
    "LeagueMember",
    "LimitedAct",
    "MailLink",
    "Move",
    "Notice",
    "OperatorHook",
    "OutsideBot",
    "Peek",
    "PersonMark",
    "PlayerTally",
    "PlayerTotals",
    "Pool",
    "Position",
    "PositionAnswer",
    "Preferences",
    "Publication",
    "PushSubscription",
    "QueueEntry",
    "Rating",
    "RatingChange",
    "RatingRework",
    "Reaction",
    "Report",
    "ReportNote",
    "SeasonStanding",
    "Seat",
    "SeatFigures",
    "SeatReview",
    "SharedHand",
    "Signal",
    "StandingChange",
    "StandingGame",
    "StandingInvitation",
    "StandingMember",
    "StandingOrders",
    "StandingTable",
    "TakeBack",
    "Webhook",
    "WeeklyChain",
    "WeeklyHand",
    "WeeklyResult",
]
