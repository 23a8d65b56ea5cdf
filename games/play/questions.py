"""What a person is asked before a turn is sent: whether going out is to be forgone, and whether the turn is meant."""

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
    state_from_json,
    value_of,
)
from games.models import Game, Preferences
from games.people.preference_selectors import preferences_of
from games.play.orders.pickup_choice import pickup_of


@dataclass(frozen=True, slots=True)
class Question:
    """A legal turn that was not taken yet, and why it is asked about; no `cards` are a pass.

    "out": `out` are all the cards that the seat holds, which it may lay at once. "confirm": the person wants to be
    asked; `goes_out` where the turn lays all cards.
    """

    about: Literal["out", "confirm"]
    cards: tuple[str, ...]
    value: int
    pickup: str
    out: tuple[str, ...] = ()
    goes_out: bool = False


def confirms(user: User, game: Game) -> bool:
    """Whether the person wants to be asked about each turn of a game at this pace. No query where the account came
    with its preferences."""
    wish = preferences_of(user).confirm
    return wish == Preferences.Confirm.ALWAYS or (wish == Preferences.Confirm.SLOW and not Pace(game.pace).is_live)


def question_of(game: Game, user: User, *, version: int | None, text: str, warns: bool, asks: bool) -> Question | None:
    """What to ask before the person's turn is taken; None where it may be taken, or where the rules refuse it anyway.

    `version`: the one that the person saw, None where that does not matter. `warns`: whether forgoing to go out is
    asked about, `asks`: whether any turn is. Three queries.
    """
    if game.status != Game.Status.RUNNING or game.to_act is None or version not in (None, game.version):
        return None
    seat = game.seats.select_related("orders").filter(user=user, held_by=user, number=game.to_act).first()
    if seat is None:
        return None
    # Read together with the version: a turn taken meanwhile has put another seat's cards in this one's place.
    now = game.hands.filter(ended_at__isnull=True, game__version=game.version, game__to_act=seat.number)
    hand = now.defer("deck").first()
    if hand is None:
        return None
    state = state_from_json(hand.state)
    try:
        turn = parse_turn(text)
        if turn.cards and turn.pickup is None:
            turn = Turn(turn.cards, pickup_of(seat, state, turn.cards))
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
        value=value_of(turn.cards) if turn.cards else 0,
        pickup=str(turn.pickup or ""),
        out=held if about == "out" else (),
        goes_out=len(turn.cards) == len(held),
    )
