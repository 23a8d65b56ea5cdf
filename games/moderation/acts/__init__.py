"""Moderators' acts on games. Each needs a permission and a reason, notifies the players and is logged.

Each raises PermissionDenied, AccountRefused(REASON_MISSING), NoSuchGame, Refused(OWN_GAME), and what its docstring
adds.
"""

from games.moderation.acts.cancel import game_cancel
from games.moderation.acts.chat_lock import chat_lock, chat_unlock
from games.moderation.acts.open_cards import OpenedCards, OpenedSeat, cards_open
from games.moderation.acts.pause import game_pause, game_resume
from games.moderation.acts.rating import rating_restore, rating_withdraw
from games.moderation.acts.rebuild import game_rebuild_by
from games.moderation.acts.seats import seat_to_bot, seat_to_person
from games.moderation.acts.take_back import turns_take_back
from games.moderation.acts.waiting_turn import game_extend, game_pass

__all__ = [
    "OpenedCards",
    "OpenedSeat",
    "cards_open",
    "chat_lock",
    "chat_unlock",
    "game_cancel",
    "game_extend",
    "game_pass",
    "game_pause",
    "game_rebuild_by",
    "game_resume",
    "rating_restore",
    "rating_withdraw",
    "seat_to_bot",
    "seat_to_person",
    "turns_take_back",
]
