"""A shared hand as a record that anyone can check (FAIRDEAL.md)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NotRequired, TypedDict

from games.daily.calendar import is_closed
from games.daily.chain import DAYS, day_seed, seed_number
from games.daily.selectors import day_hand, solo_of
from games.daily.solo import Played, played
from games.engine import HAND_SIZE, Card, cards_text
from games.engine.fairdeal import Opening
from games.models import HandPlay


class HandRecordJson(TypedDict):
    """`day` names a day's hand, `week` and `hand` one of a week. `opening`, `fingerprint`, `seed` and
    `bots_key`: bytes as hex. `turns`: all seats', from the leader on. `points`: by seat, None for a hand that was
    not finished.
    """

    protocol: str
    first_day: str
    anchor: str
    opening: str
    fingerprint: str
    day: NotRequired[str]
    week: NotRequired[str]
    hand: NotRequired[int]
    number: int
    seed: str
    leader: int
    deals: list[list[str]]
    undealt: list[str]
    bots: list[str]
    bots_key: str
    turns: list[str]
    points: list[int] | None


def closed_day_record(day: date, play: HandPlay | None = None) -> HandRecordJson | None:
    """The record of a closed day's hand with the turns of `play`, or with the strongest bot's; None if there is none
    (yet). One query.
    """
    daily = day_hand(day) if is_closed(day) else None
    seed = day_seed(daily.chain, day) if daily is not None else None
    if daily is None or seed is None:
        return None
    turns = daily.hand.strongest if play is None else play.turns
    number = seed_number(daily.chain, day)
    record = hand_record(DAYS.opening(daily.chain), seed, number, played(solo_of(daily.hand), turns))
    record["day"] = day.isoformat()
    return record


def hand_record(opening: Opening, seed: bytes, number: int, hand: Played) -> HandRecordJson:
    """The record of a hand with this number in its chain, without its date."""
    solo = hand.solo
    dealt = HAND_SIZE * solo.seats
    return {
        "protocol": opening.protocol,
        "first_day": opening.game_id,
        "anchor": opening.anchor.hex(),
        "opening": opening.encode().hex(),
        "fingerprint": opening.fingerprint.hex(),
        "number": number,
        "seed": seed.hex(),
        "leader": solo.leader,
        "deals": [_texts(solo.deck[at : at + HAND_SIZE]) for at in range(0, dealt, HAND_SIZE)],
        "undealt": _texts(solo.deck[dealt:]),
        "bots": list(solo.bots),
        "bots_key": solo.chance.hex(),
        "turns": list(hand.turns),
        "points": list(hand.state.points) if hand.state.points is not None else None,
    }


def _texts(cards: Sequence[Card]) -> list[str]:
    return [cards_text([card]) for card in cards]
