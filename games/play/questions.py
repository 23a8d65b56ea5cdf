"""Questions before a turn is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from accounts.models import User
from games.clocks import Pace
from games.engine import (
    HandState,
    IllegalTurn,
    Turn,
    complete_turn,
    legal_turns,
    parse_turn,
    set_value,
    state_from_json,
)
from games.models import Game, Preferences
from games.people.preference_selectors import preferences_of
from games.play.orders.pickup_choice import ordered_pickup


@dataclass(frozen=True, slots=True)
class Question:
    """A legal turn to confirm; no `cards` is a pass. "out": `out`, all cards, could be played. "confirm": by
    preference; `goes_out`: the turn plays all cards.
    """

    about: Literal["out", "confirm"]
    cards: tuple[str, ...]
    value: int
    pickup: str
    out: tuple[str, ...] = ()
    goes_out: bool = False


def confirms(user: User, game: Game) -> bool:
    """At this pace. No query if fetched with preferences."""
    wish = preferences_of(user).confirm
    return wish == Preferences.Confirm.ALWAYS or (wish == Preferences.Confirm.SLOW and not Pace(game.pace).is_live)


def turn_question(
    game: Game, user: User, *, version: int | None, text: str, warns: bool, asks: bool
) -> Question | None:
    """What to ask before the turn; None if nothing, or if the turn is illegal anyway. `warns`: about not going out.
    `asks`: about any turn. Three queries.
    """
    if game.status != Game.Status.RUNNING or game.to_act is None or version not in (None, game.version):
        return None
    seat = game.seats.select_related("orders").filter(user=user, held_by=user, number=game.to_act).first()
    if seat is None:
        return None
    # Filtered by version: after another turn these would be another seat's cards.
    now = game.hands.filter(ended_at__isnull=True, game__version=game.version, game__to_act=seat.number)
    hand = now.defer("deck").first()
    if hand is None:
        return None
    state = state_from_json(hand.state)
    try:
        turn = parse_turn(text)
        if turn.cards and turn.pickup is None:
            turn = Turn(turn.cards, ordered_pickup(seat, state, turn.cards))
        turn = complete_turn(state, turn)
    except IllegalTurn:
        return None
    if warns and _forgoes_going_out(state, turn):
        return _question("out", state, turn)
    return _question("confirm", state, turn) if asks else None


def _forgoes_going_out(state: HandState, turn: Turn) -> bool:
    all_cards = state.hand_masks[state.to_act]
    return turn.mask != all_cards and any(other.mask == all_cards for other in legal_turns(state))


def _question(about: Literal["out", "confirm"], state: HandState, turn: Turn) -> Question:
    held = tuple(map(str, state.hands[state.to_act]))
    return Question(
        about=about,
        cards=tuple(map(str, turn.cards)),
        value=set_value(turn.cards) if turn.cards else 0,
        pickup=str(turn.pickup or ""),
        out=held if about == "out" else (),
        goes_out=len(turn.cards) == len(held),
    )
