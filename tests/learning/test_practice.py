"""The practice game: whole games within bounds, and their values in a session."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from games.engine import IllegalTurn, Refusal, full_deck, legal_turns, parse_cards
from games.learning.practice import (
    BOT,
    ME,
    Practice,
    practice_advice,
    practice_begin,
    practice_from_json,
    practice_next,
    practice_to_json,
    practice_turn,
    turn_seats,
)
from games.learning.table import practice_table

# A session is read with every page of its visitor.
MAX_BYTES = 2_000
GAMES = 20


def any_turn(practice: Practice, rng: random.Random) -> Practice:
    return practice_turn(practice, str(rng.choice(legal_turns(practice.state))), rng)


def played(practice: Practice, rng: random.Random) -> list[Practice]:
    """The game to its end, after each of the person's turns."""
    states = [practice]
    while not practice.over:
        practice = practice_next(practice, rng) if practice.state.over else any_turn(practice, rng)
        states.append(practice)
    return states


def test_random_games_end_stay_small_and_come_back_from_a_session() -> None:
    rng = random.Random(5)
    for _game in range(GAMES):
        states = played(practice_begin(rng), rng)
        for practice in states:
            kept = json.dumps(practice_to_json(practice))
            assert len(kept) < MAX_BYTES
            assert practice_from_json(json.loads(kept)) == practice
            assert practice.state.over or practice.state.to_act == ME
        last = states[-1]
        assert max(last.totals) >= 10
        assert all(last.totals[seat] == min(last.totals) for seat in last.winners)


def test_a_hand_is_dealt_from_four_colours_and_the_other_seat_leads_the_next() -> None:
    rng = random.Random(1)
    practice = practice_begin(rng)
    colours = practice.state.colours
    assert len(colours) == 4
    assert sorted(parse_cards(practice.deck)) == sorted(full_deck(colours))
    while not practice.state.over:
        practice = any_turn(practice, rng)
    following = practice_next(practice, rng)
    assert (following.hand, following.leader) == (practice.hand + 1, 1 - practice.leader)
    assert (following.points, following.state.colours) == (practice.totals, colours)
    assert following.version > practice.version


def test_what_the_rules_refuse_changes_nothing() -> None:
    rng = random.Random(3)
    practice = Practice("".join(map(str, full_deck("BRPG"))), ME, (), 1, (0, 0))
    for text, reason in (("pass", Refusal.MUST_LEAD), ("G1", Refusal.NOT_YOUR_CARD), ("x", Refusal.MALFORMED)):
        with pytest.raises(IllegalTurn) as refused:
            practice_turn(practice, text, rng)
        assert refused.value.reason == reason
    assert practice_next(practice, rng) is practice


def test_no_next_hand_follows_a_game_that_is_over(rng: random.Random) -> None:
    over = played(practice_begin(rng), rng)[-1]
    assert practice_next(over, rng) is over
    with pytest.raises(IllegalTurn):
        practice_turn(over, "pass", rng)


def test_seats_alternate_as_the_engine_says(rng: random.Random) -> None:
    for practice in played(practice_begin(rng), rng):
        seats = turn_seats(practice.leader, practice.turns)
        told = [entry for past in reversed(practice_table(practice, None).rounds) for entry in reversed(past.entries)]
        assert [entry.player.seat for entry in told] == seats
        if not practice.state.over:
            assert (practice.leader + len(seats)) % 2 == practice.state.to_act
        else:
            assert seats[-1] == practice.state.to_act


def test_the_log_says_who_took_each_round(rng: random.Random) -> None:
    for practice in played(practice_begin(rng), rng):
        table = practice_table(practice, None)
        passes = practice.turns.count("pass")
        won = [past for past in table.rounds if past.won is not None]
        assert [past.number for past in table.rounds] == list(range(len(table.rounds), 0, -1))
        assert len(won) == passes
        assert len(table.rounds) - passes in (0, 1)
        for past in won:
            assert past.won is not None
            closing, laid = past.entries[:2]
            assert closing.kind == "pass"
            assert (past.won.cards, past.won.owner) == (laid.cards, laid.player)
            assert past.won.owner != closing.player


@pytest.mark.parametrize(
    "kept",
    [
        None,
        "x",
        {},
        {"deck": "B1", "leader": 0, "turns": "", "hand": 1, "points": [0, 0]},
        {"deck": "?", "leader": 0, "turns": "", "hand": 1, "points": [0, 0]},
        {"deck": "".join(map(str, full_deck("BRPG"))), "leader": 0, "turns": "pass", "hand": 1, "points": [0, 0]},
        {"deck": "".join(map(str, full_deck("BRPG"))), "leader": 7, "turns": "", "hand": 1, "points": [0, 0]},
        {"deck": "".join(map(str, full_deck("BRPG"))), "leader": 0, "turns": "", "hand": 1, "points": [0]},
        {"deck": "".join(map(str, full_deck("BRPG"))), "leader": 0, "turns": "", "hand": 1, "points": None},
    ],
)
def test_what_is_no_game_of_this_version_counts_as_none(kept: object) -> None:
    assert practice_from_json(kept) is None


def test_the_table_shows_no_card_of_the_bot_before_the_hand_is_over(rng: random.Random) -> None:
    for practice in played(practice_begin(rng), rng):
        table = practice_table(practice, None)
        hidden = set(map(str, practice.state.hands[BOT])) - set(map(str, practice.state.known[BOT]))
        if practice.state.over:
            assert {row.player.seat for row in table.rows} == {ME, BOT}
        else:
            shown = repr(table)
            assert not [code for code in hidden if code in shown]
            assert table.choices.largest or table.table is not None


def test_the_same_position_has_the_same_advice_which_is_legal_and_none_after_the_hand() -> None:
    rng = random.Random(4)
    practice = practice_begin(rng)
    while (advice := practice_advice(practice)) is not None:
        turn = "".join(advice.play) + (f"<{advice.pickup}" if advice.pickup else "") or "pass"
        assert practice_advice(replace(practice)) == advice
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
