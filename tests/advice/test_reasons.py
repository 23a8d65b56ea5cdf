"""Why a turn is good, from facts of the position."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.advice import reason_words
from games.engine import HandState, legal_turns, observe, parse_cards, parse_turn, start_hand
from games.engine.cards import cards_mask

ME, OTHER = 0, 1
OTHERS = "O9O8O7O6"


def before(hand: str, table: str = "", others: str = OTHERS) -> HandState:
    return start_hand((parse_cards(hand), parse_cards(others)), ME, parse_cards(table), OTHER if table else None)


def words_of(state: HandState, turn: str) -> str:
    assert parse_turn(turn) in legal_turns(state)
    return reason_words(observe(state, ME), legal_turns(state), parse_turn(turn))


@pytest.mark.parametrize(
    ("hand", "table", "turn", "words"),
    [
        ("R6P6", "G4", "R6P6", "Play 66: you go out."),
        ("B8B7B2R5", "K4", "R5<K4", "Play 5: it beats 4 and keeps blue 8, 7 and 2 together."),
        ("B8B7R5", "B4", "R5<B4", "Play 5: all your other cards then make one set."),
        ("B8B7R5P2", "", "R5", "Lead with 5: it fits none of your other cards."),
        ("B8R8P8R2P2", "", "R2", "Lead with 2: a low card is hard to play later."),
        ("B8R8P8R6G6", "", "R6", "Lead with 6: that keeps blue 8, red 8 and pink 8 together."),
        ("B9B5R9", "", "B9", "Lead with 9: it takes 2 cards to beat it."),
        ("B8B5R8", "", "B8", "Lead with 8: your highest card is hard to beat."),
        ("B5B4R5", "", "B5", "Lead with 5: it leaves you the best cards."),
        ("B7B6P6R9", "B4", "R9<B4", "Play 9: it beats 4, and blue 4 goes with blue 7 and 6."),
        ("B7R4P2", "K6", "B7<K6", "Play 7: nothing lower of yours beats 6."),
        ("B3R4", "K8", "pass", "Pass: nothing you hold beats 8."),
        ("B8R8P8P2", "K7", "pass", "Pass: beating 7 breaks up blue 8, red 8 and pink 8."),
        ("B9R5P2", "K4", "pass", "Pass: save 9 for later."),
    ],
)
def test_a_turn_comes_with_its_strongest_reason(hand: str, table: str, turn: str, words: str) -> None:
    assert words_of(before(hand, table), turn) == words


@pytest.mark.parametrize(
    ("hand", "table", "others", "turn", "words"),
    [
        # No card is higher than a nine, and two cards beat it only if a player holds two.
        ("B9R5G3", "", "O1", "B9", "Play 9: nobody can beat it."),
        ("B9R5G3", "", "O2O1", "B9", "Lead with 9: it fits none of your other cards."),
        ("R9P9B5K2", "G4P4", "O2O1", "R9P9<G4", "Play 99: nobody can beat it."),
        ("R9P9B5K2", "G3O3", "O8O7O6", "R9P9<O3", "Play 99: it takes 3 cards to beat it."),
        # There are higher pairs, but a player with a single card cannot have one.
        ("R6P6B5K2", "G3O3", "O1", "R6P6<O3", "Play 66: nobody can beat it."),
        ("R6P6B5K2", "G3O3", "O2O1", "R6P6<O3", "Play 66: nothing lower of yours beats 33."),
    ],
)
def test_what_others_can_beat_is_known_from_cards_and_counts(
    hand: str, table: str, others: str, turn: str, words: str
) -> None:
    assert words_of(before(hand, table, others), turn) == words


def test_cards_that_are_gone_beat_nothing() -> None:
    state = before("B8B5K2", others="O1")
    assert words_of(state, "B8") == "Lead with 8: your highest card is hard to beat."
    nines = cards_mask(parse_cards("B9R9P9G9K9O9"))
    assert words_of(replace(state, discarded_mask=nines), "B8") == "Play 8: nobody can beat it."
