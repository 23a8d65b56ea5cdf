"""A hand of a week as a record that anyone can check (FAIRDEAL.md)."""

from __future__ import annotations

from games.daily.record import HandRecordJson, hand_record
from games.daily.selectors import solo_of
from games.daily.solo import played
from games.models import HandPlay, WeeklyHand
from games.weekly.calendar import is_over
from games.weekly.hands import WEEKS


def closed_hand_record(hand: WeeklyHand, play: HandPlay | None = None) -> HandRecordJson | None:
    """The record of a hand of a past week with the turns of `play`, or with the strongest bot's; None if its seed is
    not published (yet). No query.
    """
    number = WEEKS.number(hand.chain, hand.week, hand.number)
    seed = WEEKS.seed(hand.chain, number) if is_over(hand.week) else None
    if seed is None:
        return None
    turns = hand.hand.strongest if play is None else play.turns
    record = hand_record(WEEKS.opening(hand.chain), seed, number, played(solo_of(hand.hand), turns))
    return record | {"week": hand.week.isoformat(), "hand": hand.number}
