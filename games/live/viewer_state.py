"""Messages to one viewer: the whole view, or what happened since a version.

Cards pass through the engine's `observe` and `own_cards`; the whole state of a hand stays in this process.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypedDict

from accounts.fast.pipeline import pipeline
from accounts.fast.queries import OTHER_SAMPLE_ID, SAMPLE_ID, PreparedQuery
from accounts.models import User
from games.engine import (
    Card,
    HandState,
    IllegalTurn,
    TakenTurnJson,
    apply,
    deal,
    legal_turns,
    observe,
    own_cards,
    parse_turn,
    replay,
    state_from_json,
    view_to_json,
)
from games.events import OwnPart, TableEvent, TurnEvent, turn_event
from games.live.facts import GameFacts, game_facts
from games.models import Game, Hand, Move, Seat
from games.play.selectors import visible_game


class HandFacts(TypedDict, total=False):
    """The engine's view without GameFacts; {} before the start."""

    hand: int
    leader: int
    round: int
    table: list[str]
    table_seat: int | None
    beaten: list[str]
    beaten_seat: int | None
    picked_up: str | None
    sizes: list[int]
    discarded: list[str]
    known: list[list[str]]
    passes: list[int]
    history: list[TakenTurnJson]
    left: list[list[str]] | None


class OwnFacts(TypedDict, total=False):
    """The player's own facts; {} without a seat in play."""

    my_seat: int
    my_cards: list[str]
    legal: list[str]


class ViewMessage(GameFacts, HandFacts, OwnFacts):
    """The whole game as the viewer may see it. The fields from `hand` to `left` are missing before the start;
    `my_seat`, `my_cards` and `legal` are only for a player who plays their own seat.
    """

    type: Literal["view"]


StateMessage = ViewMessage | TableEvent


@dataclass(frozen=True, slots=True)
class ViewerState:
    """A connection's position: the last version sent and, for a player, the hand after it.

    `playing`: may take turns. `state`: with hidden cards, read only by `own_part`; None without a running hand or a
    seat.
    """

    version: int
    playing: bool
    seat: int | None = None
    state: HandState | None = None


@dataclass(frozen=True, slots=True)
class _Table:
    """Rows of one moment. `hand`: the newest; `mine`: the seat that the viewer plays."""

    game: Game
    seats: Sequence[Seat]
    hand: Hand | None
    mine: int | None


# The game again with its hand: version and cached state must be of one moment.
_HAND: Final = PreparedQuery(
    lambda game: (
        Hand.objects.filter(game_id=game).select_related("game__host", "game__deadline").order_by("-number")[:1]
    ),
    game=SAMPLE_ID,
)
_SEATS: Final = PreparedQuery(
    lambda game: Seat.objects.filter(game_id=game).select_related("user").order_by("number"), game=SAMPLE_ID
)
_TURNS: Final = PreparedQuery(
    lambda hand, version: (
        Move.objects.valid(version).filter(hand_id=hand).order_by("number").values_list("seat", "turn")
    ),
    hand=SAMPLE_ID,
    version=OTHER_SAMPLE_ID,
)


def view_open(public_id: str, user: User | None) -> tuple[ViewMessage, ViewerState]:
    """The whole view, and the viewer's state. `user` None is a visitor. Raises NoSuchGame."""
    return _view_of(visible_game(public_id, user), user)


def view_after_turn(game: Game, user: User) -> ViewMessage:
    """The whole view of a game in which this player has just taken a turn, so that no query asks whether they may see
    it. All but the key of `game`, which the next turn may change in another thread, is read again.
    """
    return _view_of(game, user)[0]


def _view_of(game: Game, user: User | None) -> tuple[ViewMessage, ViewerState]:
    table = _table(game, user)
    viewer_state = _viewer_state(table)
    return _view(table, viewer_state), viewer_state


def state_since(public_id: str, user: User | None, since: int | None = None) -> tuple[list[StateMessage], ViewerState]:
    """Messages for a viewer who knows the game up to `since` (None: not at all), and the state after them. The messages
    are the running hand's missed turns, [] if nothing happened, or else the whole view. `user` None is a visitor.
    Raises NoSuchGame.
    """
    table = _table(visible_game(public_id, user), user)
    if since == table.game.version:
        return [], _viewer_state(table)
    viewer_state = _viewer_state(table)
    missed = _missed_turns(table, since) if since is not None else None
    return [_view(table, viewer_state)] if missed is None else missed, viewer_state


def _table(game: Game, user: User | None) -> _Table:
    with pipeline():
        hands, sent = _HAND.send(game=game.pk), _SEATS.send(game=game.pk)
    hand = next(iter(hands.fetch()), None)
    game = hand.game if hand is not None else game
    seats = sent.fetch()
    for seat in seats:
        seat.game = game
    mine = (seat.number for seat in seats if user is not None and seat.user_id == seat.held_by_id == user.pk)
    return _Table(game, seats, hand, next(mine, None))


def _viewer_state(table: _Table) -> ViewerState:
    playing = table.game.status == Game.Status.RUNNING
    if table.mine is None or table.hand is None or table.hand.ended_at is not None:
        return ViewerState(table.game.version, playing, table.mine)
    return ViewerState(table.game.version, playing, table.mine, state_from_json(table.hand.state))


def _missed_turns(table: _Table, since: int) -> list[StateMessage] | None:
    """The turns since `since`; None unless turns of the running hand are all that happened. One query."""
    game, hand = table.game, table.hand
    if hand is None or hand.ended_at is not None or not 0 <= since < game.version:
        return None
    moves = list(hand.moves.valid(game.version).order_by("number"))
    missed = [move for move in moves if move.version > since]
    if [move.version for move in missed] != list(range(since + 1, game.version + 1)):
        return None
    before = [move.turn for move in moves if move.version <= since]
    state = replay([Card.parse(card) for card in hand.deck], game.seats_count, hand.leader, before)
    viewer_state = ViewerState(since, game.status == Game.Status.RUNNING, table.mine, state)
    return _turn_events(table, viewer_state, missed)


def _turn_events(table: _Table, viewer_state: ViewerState, missed: Sequence[Move]) -> list[StateMessage]:
    messages: list[StateMessage] = []
    for move in missed:
        assert viewer_state.state is not None
        viewer_state = replace(
            viewer_state, version=move.version, state=apply(viewer_state.state, parse_turn(move.turn))
        )
        assert viewer_state.state is not None
        event = turn_event(table.game, table.seats, move, viewer_state.state)
        event["to_act"] = viewer_state.state.to_act
        if move is not missed[-1]:
            # The clock after an earlier turn has stopped; only the last turn's is running.
            event["deadline_at"] = None
        messages.append(with_you(event, viewer_state))
    return messages


def with_you(event: TableEvent, viewer_state: ViewerState) -> TableEvent:
    you = own_part(viewer_state)
    if you is None:
        return event
    with_own_part = event.copy()
    with_own_part["you"] = you
    return with_own_part


def own_part(viewer_state: ViewerState) -> OwnPart | None:
    """The viewer's cards and legal turns; None without a seat in play."""
    if viewer_state.seat is None:
        return None
    if viewer_state.state is None:
        return {"cards": [], "legal": []}
    acts = viewer_state.playing and viewer_state.state.to_act == viewer_state.seat
    return {
        "cards": [str(card) for card in own_cards(viewer_state.state, viewer_state.seat)],
        "legal": [str(turn) for turn in legal_turns(viewer_state.state)] if acts else [],
    }


def hand_after(before: HandState, event: TurnEvent) -> HandState | None:
    """The hand's state after the turn; None if the event does not fit."""
    try:
        state = apply(before, parse_turn(event["turn"]))
    except IllegalTurn:
        return None
    return state if list(state.sizes) == event["sizes"] else None


def state_after_turn(viewer_state: ViewerState, event: TurnEvent, hand: HandState | None) -> ViewerState | None:
    """The viewer's state after the event; `hand` is the hand's state after it. None if a player's hand is not known."""
    if viewer_state.seat is None:
        return replace(viewer_state, version=event["version"])
    # Faster than `replace`, and four times a turn.
    return None if hand is None else ViewerState(event["version"], viewer_state.playing, viewer_state.seat, hand)


def state_after_deal(viewer_state: ViewerState, public_id: str, number: int) -> ViewerState | None:
    """The viewer's state with the new hand; None if there is no such hand. One query."""
    hands = Hand.objects.filter(game__public_id=public_id, number=number)
    dealt = hands.values_list("deck", "game__seats_count", "leader").first()
    if dealt is None:
        return None
    deck, seats, leader = dealt
    return replace(viewer_state, state=deal([Card.parse(card) for card in deck], seats, leader))


def _view(table: _Table, viewer_state: ViewerState) -> ViewMessage:
    return {
        "type": "view",
        **game_facts(table.game, table.seats),
        **_hand_facts(table, viewer_state),
        **_own_facts(viewer_state),
    }


def _own_facts(viewer_state: ViewerState) -> OwnFacts:
    you = own_part(viewer_state)
    if viewer_state.seat is None or you is None:
        return {}
    return {"my_seat": viewer_state.seat, "my_cards": you["cards"], "legal": you["legal"]}


def _hand_facts(table: _Table, viewer_state: ViewerState) -> HandFacts:
    """The public facts of the newest hand; {} before the start. One query after it."""
    game, hand = table.game, table.hand
    if hand is None:
        return {}
    turns = _TURNS.fetch(hand=hand.pk, version=game.version)
    state = viewer_state.state or state_from_json(hand.state)
    view = view_to_json(observe(state, None, history=turns))
    return {
        "hand": hand.number,
        "leader": view["leader"],
        "round": view["round"],
        "table": view["table"],
        "table_seat": view["table_seat"],
        "beaten": view["beaten"],
        "beaten_seat": view["beaten_seat"],
        "picked_up": view["picked_up"],
        "sizes": view["sizes"],
        "discarded": view["discarded"],
        "known": view["known"],
        "passes": view["passes"],
        "history": view["history"],
        "left": view["left"],
    }
