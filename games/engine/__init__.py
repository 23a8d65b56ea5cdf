"""The rules of Odin: plain, deterministic Python on frozen values. No Django, no clock, no chance, no I/O."""

from games.engine.cards import (
    COLOURS,
    GOAT,
    HAND_SIZE,
    MAX_SEATS,
    MIN_SEATS,
    Card,
    canonical,
    cards_text,
    full_deck,
    is_set,
    parse_cards,
    penalty,
    set_value,
)
from games.engine.dealing import deal, start_hand
from games.engine.options import TARGETS, GameOptions, NextLeader, is_game_over, next_leader, winners
from games.engine.record import verify_record
from games.engine.rules import apply, complete_turn, forced_turn, legal_turns, replay
from games.engine.state import HandState, StateJson, state_from_json, state_to_json
from games.engine.turns import PASS, IllegalTurn, Refusal, Turn, parse_turn
from games.engine.view import TakenTurn, TakenTurnJson, View, ViewJson, observe, own_cards, view_to_json

__all__ = [
    "COLOURS",
    "GOAT",
    "HAND_SIZE",
    "MAX_SEATS",
    "MIN_SEATS",
    "PASS",
    "TARGETS",
    "Card",
    "GameOptions",
    "HandState",
    "IllegalTurn",
    "NextLeader",
    "Refusal",
    "StateJson",
    "TakenTurn",
    "TakenTurnJson",
    "Turn",
    "View",
    "ViewJson",
    "apply",
    "canonical",
    "cards_text",
    "complete_turn",
    "deal",
    "forced_turn",
    "full_deck",
    "is_game_over",
    "is_set",
    "legal_turns",
    "next_leader",
    "observe",
    "own_cards",
    "parse_cards",
    "parse_turn",
    "penalty",
    "replay",
    "set_value",
    "start_hand",
    "state_from_json",
    "state_to_json",
    "verify_record",
    "view_to_json",
    "winners",
]
