"""Each fact of a saga is true of its game, by a second reading that shares nothing with the engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.engine.record_schema import Record
from games.saga.facts import SagaFacts, saga_facts
from tests.recorded_games import recording, recordings
from tests.saga.played import played_game
from tests.saga.retold import Moment, all_moments, codes, counted, standings, ways, worth

GAMES = 200
# In the quick part; the others follow with the whole tests.
FEW = 30


def own(moment: Moment, kinds: Sequence[str]) -> bool:
    return moment.by in ("player", "auto") or (moment.by == "bot" and kinds[moment.seat] == "bot")


def check(record: Record, kinds: Sequence[str]) -> SagaFacts | None:
    facts = saga_facts(record, kinds)
    if not record.winners or not counted(record):
        assert facts is None
        return None
    assert facts is not None
    told = all_moments(record)
    check_turning_point(facts, record)
    check_hoard(facts, told)
    check_pass(facts, [moment for moment in told if moment.text == "pass" and own(moment, kinds)])
    beaten = [moment for moment in told if moment.text not in ("pass", "end") and moment.table and own(moment, kinds)]
    check_set(facts, beaten)
    return facts


def check_turning_point(facts: SagaFacts, record: Record) -> None:
    turning, rows = facts.turning, standings(record)
    assert turning.winners == record.winners
    assert turning.resigned == (record.end == "resigned")
    assert turning.hands == len(rows)
    if turning.resigned or len(record.winners) > 1:
        assert turning.hand == 0
        return
    [winner] = record.winners
    alone = [(number, totals.count(min(totals)) == 1 and totals[winner] == min(totals)) for number, totals in rows]
    assert all(leads for number, leads in alone if number >= turning.hand)
    assert not any(leads for number, leads in alone[-1:] if number < turning.hand)
    before = [leads for number, leads in alone if number < turning.hand]
    assert not before or not before[-1]
    assert turning.from_start == (not before)
    assert turning.in_last == (turning.hand == rows[-1][0])


def check_hoard(facts: SagaFacts, told: Sequence[Moment]) -> None:
    left = {(moment.hand, moment.seat): len(moment.held) for moment in told if moment.text == "end"}
    assert left[facts.hoard.hand, facts.hoard.seat] == facts.hoard.cards == max(left.values())


def check_pass(facts: SagaFacts, passes: Sequence[Moment]) -> None:
    counts = [(ways(moment.held, moment.table), moment) for moment in passes]
    most = max((count for count, _moment in counts), default=0)
    if facts.passed is None:
        assert most == 0
        return
    assert facts.passed.ways == most > 0
    like = [(moment.hand, moment.seat, worth(moment.table)) for count, moment in counts if count == most]
    assert (facts.passed.hand, facts.passed.seat, facts.passed.value) == like[0]


def check_set(facts: SagaFacts, beaten: Sequence[Moment]) -> None:
    sets = [(codes(moment.text.partition("<")[0]), moment) for moment in beaten]
    if facts.broke is None:
        assert sets == []
        return
    highest = max(worth(cards) for cards, _moment in sets)
    cards, moment = next(found for found in sets if worth(found[0]) == highest)
    broke = facts.broke
    assert (broke.value, set(broke.cards)) == (highest, set(cards))
    assert (broke.hand, broke.seat, broke.victim) == (moment.hand, moment.seat, moment.owner)
    assert broke.beaten == worth(moment.table)


@pytest.mark.parametrize("one", recordings(), ids=lambda one: one.name)
def test_recorded_games(one: object) -> None:
    check(one.record, one.kinds)  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", range(FEW))
def test_played_games(seed: int) -> None:
    record = played_game(seed)
    assert check(record, ["person"] * record.options.seats) is not None


@pytest.mark.whole
@pytest.mark.parametrize("seed", range(FEW, GAMES))
def test_many_played_games(seed: int) -> None:
    record = played_game(seed)
    assert check(record, ["bot"] * record.options.seats) is not None


def test_the_checks_find_a_false_line() -> None:
    record = played_game(1)
    facts = saga_facts(record, ["person"] * record.options.seats)
    assert facts is not None
    wrong = replace(facts.hoard, cards=facts.hoard.cards + 1)
    with pytest.raises(AssertionError):
        check_hoard(replace(facts, hoard=wrong), all_moments(record))


def test_turns_of_a_stand_in_bot_are_nobodys_feats() -> None:
    one = recording("caretaker_took_turns")
    facts = saga_facts(one.record, one.kinds)
    assert facts is not None
    moments = all_moments(one.record)
    assert any(moment.by == "bot" and one.kinds[moment.seat] == "person" for moment in moments)
    check(one.record, one.kinds)


def test_games_that_run_or_were_cancelled_have_none() -> None:
    assert saga_facts(recording("cancelled").record, recording("cancelled").kinds) is None
    running = replace(recording("target_10_of_two").record, winners=(), end=None)
    assert saga_facts(running, ("person", "person")) is None
