"""Questions before a turn is sent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from accounts.models import User
from games.engine import (
    PASS,
    HandState,
    IllegalTurn,
    Turn,
    complete_turn,
    legal_turns,
    parse_turn,
    set_value,
    state_from_json,
)
from games.models import Game, Preferences, Seat
from games.people.preference_selectors import preferences_of
from games.play.orders.selectors import ordered_pickup
from games.play.undo_rights import allows_undo


@dataclass(frozen=True, slots=True)
class TurnQuestion:
    """A legal turn to confirm; no `cards` is a pass. "out": `out`, all cards, could be played. "confirm": by
    preference; `goes_out`: the turn plays all cards.
    """

    about: Literal["out", "confirm"]
    cards: tuple[str, ...]
    value: int
    pickup: str
    out: tuple[str, ...] = ()
    goes_out: bool = False


def confirms(mine: Seat, seats: Iterable[Seat]) -> bool:
    """Whether the seat's player is asked before a turn: only where it can't be taken back and other people play. No
    query if fetched with preferences.
    """
    wish = preferences_of(mine.user).confirm
    if wish == Preferences.Confirm.NEVER or allows_undo(mine.game) or not _meets_people(mine, seats):
        return False
    return wish == Preferences.Confirm.ALWAYS or not mine.game.plays_live


def confirms_key(mine: Seat, seats: Iterable[Seat]) -> bool:
    """Whether the player is asked before passing by a single key, which may be a slip, in a live game. Queries as
    `confirms`.
    """
    asks = preferences_of(mine.user).confirm != Preferences.Confirm.NEVER
    return asks and mine.game.plays_live and _meets_people(mine, seats)


def _meets_people(mine: Seat, seats: Iterable[Seat]) -> bool:
    others = (seat for seat in seats if seat.number != mine.number)
    return any(other.kind == Seat.Kind.PERSON and other.resigned_at is None for other in others)


def turn_question(
    game: Game, user: User, *, version: int | None, text: str, warns: bool, asks: bool
) -> TurnQuestion | None:
    """The question to ask before the turn; None if there is none, or if the turn is illegal anyway. `warns`: about not
    going out. `asks`: about any turn that was a choice. Three queries.
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
    return _question("confirm", state, turn) if asks and legal_turns(state) != (PASS,) else None


def _forgoes_going_out(state: HandState, turn: Turn) -> bool:
    all_cards = state.hand_masks[state.to_act]
    return turn.mask != all_cards and any(other.mask == all_cards for other in legal_turns(state))


def _question(about: Literal["out", "confirm"], state: HandState, turn: Turn) -> TurnQuestion:
    held = tuple(map(str, state.hands[state.to_act]))
    return TurnQuestion(
        about=about,
        cards=tuple(map(str, turn.cards)),
        value=set_value(turn.cards) if turn.cards else 0,
        pickup=str(turn.pickup or ""),
        out=held if about == "out" else (),
        goes_out=len(turn.cards) == len(held),
    )
