"""How the strongest bot plays shared hands, computed in the background: it takes a second at a large table."""

from __future__ import annotations

from typing import Final

from django.db import transaction

from games import bots, on_commit
from games.daily.selectors import solo_of
from games.daily.solo import bot_line
from games.models import SharedHand

MOST_AT_ONCE: Final = 50


def strongest_line(*, hand_id: int) -> None:
    """Store the turns of the hand with the strongest bot in the person's seat. No lock is held while it thinks.
    Harmless when run twice: a hand has one line.
    """
    hand = SharedHand.objects.filter(pk=hand_id, strongest="").first()
    if hand is not None:
        line = bot_line(solo_of(hand), bots.names()[-1])
        SharedHand.objects.filter(pk=hand_id, strongest="").update(strongest=" ".join(line.turns))


@transaction.atomic
def lines_queue() -> int:
    """Queue the lines of hands without one. Returns how many they are."""
    waiting = SharedHand.objects.filter(strongest="").order_by("pk").values_list("pk", flat=True)[:MOST_AT_ONCE]
    for hand_id in waiting:
        on_commit.strongest_line_is_due(hand_id)
    return len(waiting)
