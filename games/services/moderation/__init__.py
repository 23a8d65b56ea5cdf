"""What staff do to games: an act asks for a permission and a reason, is told to the players and noted in the audit."""

from games.services.moderation.cancelling import game_cancel
from games.services.moderation.chat_locks import chat_lock, chat_unlock
from games.services.moderation.opening import Opened, OpenedSeat, cards_open
from games.services.moderation.pausing import game_pause, game_resume
from games.services.moderation.rating import rating_restore, rating_withdraw
from games.services.moderation.rebuilding import game_rebuild_by
from games.services.moderation.seating import seat_to_bot, seat_to_person
from games.services.moderation.taking_back import turns_take_back
from games.services.moderation.waiting import game_extend, game_pass

__all__ = [
    "Opened",
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
