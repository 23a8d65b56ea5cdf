"""Bots from outside, as others see them."""

from __future__ import annotations

from accounts.models import User
from games.errors import Refused
from games.models import OutsideBot
from games.outside_bots.errors import OutsideBotReason


def outside_bot(user: User) -> OutsideBot:
    """The games that the account takes. One query for bots. Raises Refused(NO_BOT)."""
    found = OutsideBot.objects.filter(user=user).first() if user.is_outside_bot else None
    if found is None:
        raise Refused(OutsideBotReason.NO_BOT)
    return found
