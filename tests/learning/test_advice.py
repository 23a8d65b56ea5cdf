"""The recommended turn of the practice game, and the facts that are its reasons."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from games.engine import HandState, full_deck, legal_turns, parse_cards, parse_turn, start_hand
from games.learning.advice import advice_for, advice_words
from games.learning.practice import BOT, ME, Practice, practice_begin, practice_turn
from games.learning.table import practice_table

OTHERS = "O9O8O7O6"


def before(hand: str, table: str = "") -> HandState:
    return start_hand((parse_cards(hand), parse_cards(OTHERS)), ME, parse_cards(table), BOT if table else None)


@pytest.mark.parametrize(
    ("hand", "table", "turn", "words"),
    [
        ("R6P6", "G4", "R6P6", "Play 66: you go out."),
        ("B8B7B2R5", "K4", "R5<K4", "Play 5: it beats 4 and keeps blue 8, 7 and 2 together."),
        ("B8B7R5", "B4", "R5<B4", "Play 5: all your other cards then make one set."),
        ("B8B7R5P2", "", "R5", "Lead with 5: it fits none of your other cards."),
        ("B8R8P8R2P2", "", "R2", "Lead with 2: a low card is hard to play later."),
        ("B8R8P8R6G6", "", "R6", "Lead with 6: that keeps blue 8, red 8 and pink 8 together."),
        ("B9B5R9", "", "B9", "Lead with 9: your highest card is hard to beat."),
        ("B7B6P6R9", "B4", "R9<B4", "Play 9: it beats 4, and blue 4 goes with blue 7 and 6."),
        ("B7R4P2", "K6", "B7<K6", "Play 7: nothing lower of yours beats 6."),
        ("B3R4", "K8", "pass", "Pass: nothing you hold beats 8."),
        ("B8R8P8P2", "K7", "pass", "Pass: beating 7 breaks up blue 8, red 8 and pink 8."),
        ("B9R5P2", "K4", "pass", "Pass: save 9 for later."),
    ],
)
def test_a_turn_comes_with_its_strongest_reason(hand: str, table: str, turn: str, words: str) -> None:
    state = before(hand, table)
    assert parse_turn(turn) in legal_turns(state)
    assert advice_words(state, parse_turn(turn)) == words


def test_the_same_position_has_the_same_advice_which_is_legal_and_none_after_the_hand() -> None:
    rng = random.Random(4)
    practice = practice_begin(rng)
    while (advice := advice_for(practice)) is not None:
        turn = "".join(advice.play) + (f"<{advice.pickup}" if advice.pickup else "") or "pass"
        assert advice_for(replace(practice)) == advice
        practice = practice_turn(practice, turn, rng)
    assert practice.state.over
    # What is recommended wins against a bot that plays at random.
    assert practice.state.to_act == ME


def test_the_table_says_that_a_round_ended_and_who_leads() -> None:
    practice = Practice("".join(map(str, full_deck("BRPG"))), ME, ("B1", "pass"), 1, (0, 0))
    assert practice_table(practice, None).round_words == "Round 1 is over: you lead."
    past = practice_table(practice, None).last_round
    assert past is not None
    assert past.number == 1
    assert practice_table(replace(practice, turns=("B1", "pass", "B2")), None).round_words == ""
    led = replace(practice, leader=BOT, turns=("R1", "pass", "R2"))
    assert practice_table(led, None).round_words == "Round 1 is over: Skald leads."
    assert practice_table(replace(led, turns=("R1", "pass", "R2", "B3<R2", "R4<B3")), None).round_words == ""


def test_the_table_before_the_bots_turn_shows_nothing_that_it_may_play() -> None:
    practice = Practice("".join(map(str, full_deck("BRPG"))), ME, ("B1", "R2<B1"), 1, (0, 0))
    between = practice.before_bot
    assert between is not None
    assert between.turns == ("B1",)
    table = practice_table(between, None)
    assert (table.turn_words, table.my_turn, table.choices.plays) == ("Skald’s turn", False, ())
    assert between.before_bot is None
