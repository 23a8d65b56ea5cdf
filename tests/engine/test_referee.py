"""The referee: the agreed scenarios, its answers' form, and lines that are no scenarios."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.referee import answer, answers

Json = dict[str, Any]
ROOT = Path(__file__).parents[2]
SCENARIOS: list[Json] = [
    json.loads(line)
    for line in Path(__file__).with_name("data").joinpath("referee_scenarios.jsonl").read_text().splitlines()
]
GOOD: Json = {
    "id": "x",
    "seats": 3,
    "hands": [["B1", "B2"], ["R5", "R6"], ["K9", "O1"]],
    "to_act": 0,
    "turns": ["b1", "r5", "zz", "pass", "R6"],
}


def ask(scenario: object) -> Json:
    return cast(Json, answer(json.dumps(scenario).encode()))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: str(scenario["id"]))
def test_the_agreed_scenarios(scenario: Json) -> None:
    found = ask(scenario)
    assert [{key: step[key] for key in ("ok", "error")} for step in found["steps"]] == scenario["steps"]
    expected = scenario.get("state", {})
    assert {key: found["state"][key] for key in expected} == expected


def test_there_are_scenarios_with_and_without_a_state() -> None:
    assert len(SCENARIOS) == 40
    assert 10 < sum("state" in scenario for scenario in SCENARIOS) < 40


def test_turns_come_back_in_canonical_form_and_malformed_ones_as_given() -> None:
    assert ask(GOOD) == {
        "id": "x",
        "steps": [
            {"turn": "B1", "ok": True, "error": None},
            {"turn": "R5<B1", "ok": True, "error": None},
            {"turn": "zz", "ok": False, "error": "malformed"},
            {"turn": "pass", "ok": True, "error": None},
            {"turn": "R6", "ok": False, "error": "not_your_card"},
        ],
        "state": {
            "hands": [["B2"], ["R6", "B1"], ["K9", "O1"]],
            "table": ["R5"],
            "table_seat": 1,
            "to_act": 0,
            "round": 1,
            "discarded": [],
            "hand_over": False,
            "points": None,
        },
    }


def test_legal_turns_are_listed_before_each_step_and_after_the_last() -> None:
    found = ask(GOOD | {"legal": True})
    legal = [step["legal"] for step in found["steps"]]
    third = ["K9<R5", "pass"]
    assert legal == [["B1", "B2", "B2B1"], ["R5<B1", "R6<B1", "R6R5", "pass"], third, third, ["pass"]]
    assert found["state"]["legal"] == ["pass"]


def test_a_hand_that_is_over_tells_points_and_refuses_all() -> None:
    found = ask(GOOD | {"turns": ["B2B1", "pass", "?"], "legal": True})
    assert [step["error"] for step in found["steps"]] == [None, "hand_over", "malformed"]
    assert found["state"]["points"] == [0, 2, 2]
    assert found["state"]["hand_over"]
    assert found["state"]["legal"] == []


def test_a_scenario_may_start_inside_a_round() -> None:
    start = GOOD | {"table": ["P2", "P1"], "table_seat": 1, "turns": ["pass", "pass"], "to_act": 2}
    found = ask(start)
    assert (found["state"]["to_act"], found["state"]["round"], found["state"]["table_seat"]) == (1, 2, None)
    assert found["state"]["discarded"] == ["P2", "P1"]


def test_no_table_may_be_said_outright() -> None:
    assert ask(GOOD | {"table": [], "table_seat": None}) == ask(GOOD | {"table": None}) == ask(GOOD)


@pytest.mark.parametrize(
    "change",
    [
        {"seats": 2},
        {"seats": 3.0},
        {"seats": True, "hands": [["B1"]]},
        {"seats": 1, "hands": [["B1"]]},
        {"seats": 7, "hands": [["B1"], ["B2"], ["B3"], ["B4"], ["B5"], ["B6"], ["B7"]]},
        {"hands": None},
        {"hands": ["B1", "R5", "K9"]},
        {"hands": [["B1"], ["R5"], []]},
        {"hands": [["B1"], ["R5"], ["B1"]]},
        {"hands": [["B1"], ["R5"], ["Z1"]]},
        {"hands": [["B1"], ["R5"], [1]]},
        {"hands": [["B1"], ["R5"], [["K9"]]]},
        {"to_act": 3},
        {"to_act": -1},
        {"to_act": None},
        {"to_act": False},
        {"turns": None},
        {"turns": "B1"},
        {"turns": ["B1", 5]},
        {"legal": 1},
        {"table": ["P1"]},
        {"table_seat": 1},
        {"table": ["P1"], "table_seat": 0},
        {"table": ["P1"], "table_seat": 3},
        {"table": ["P1"], "table_seat": "1"},
        {"table": ["P1", "K2"], "table_seat": 1},
        {"table": ["B1"], "table_seat": 1},
        {"table": "P1", "table_seat": 1},
    ],
    ids=json.dumps,
)
def test_a_scenario_that_cannot_be_is_malformed_and_says_why(change: Json) -> None:
    found = ask(GOOD | change)
    assert found.keys() == {"id", "error", "detail"}
    assert (found["id"], found["error"]) == ("x", "malformed")
    assert found["detail"]


@pytest.mark.parametrize("missing", ["seats", "hands", "to_act", "turns"])
def test_a_scenario_that_lacks_something_is_malformed(missing: str) -> None:
    assert ask({key: value for key, value in GOOD.items() if key != missing})["error"] == "malformed"


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"\xff",
        b'{"id": NaN}',
        b"[1e999]",
        b"[" * 100_000,
        b"1" * 5000,
        b"\x00",
        b'{"id": {"a": 1}}',
        "\ufeff{}".encode(),
    ],
    ids=lambda line: repr(line[:12]),
)
def test_a_line_that_is_no_scenario_gets_an_answer(line: bytes) -> None:
    found = answer(line)
    assert (found["id"], found["error"]) == (None, "malformed")
    assert found["detail"]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from([*GOOD, "table", "table_seat", "legal"]), inner)
        ),
    )
)
def test_any_json_gets_an_answer(value: object) -> None:
    assert answer(json.dumps(value).encode())["error"] == "malformed"


def test_lines_are_answered_in_order_each_on_its_own() -> None:
    lines = [json.dumps(GOOD | {"id": number}).encode() for number in range(3)]
    found = [json.loads(text) for text in answers([lines[0], b"nonsense", lines[1], b"\n", lines[2]])]
    assert [one["id"] for one in found] == [0, None, 1, None, 2]


def test_the_program_answers_each_line_before_the_next_is_sent() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "games.engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as program:
        assert program.stdin
        assert program.stdout
        for line in (json.dumps(GOOD), "nonsense", "", json.dumps(GOOD | {"id": "y"})):
            program.stdin.write(line.encode() + b"\n")
            program.stdin.flush()
            assert json.loads(program.stdout.readline()) == json.loads(json.dumps(answer(line.encode() + b"\n")))
        program.stdin.close()
        assert program.wait(timeout=20) == 0


def test_the_program_exits_quietly_on_a_closed_pipe() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "games.engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as program:
        assert program.stdin
        assert program.stdout
        assert program.stderr
        program.stdout.close()
        program.stdin.write(b"nonsense\n" * 3)
        program.stdin.close()
        assert program.stderr.read() == b""
        assert program.wait(timeout=20) == 0


def test_engine_and_referee_load_neither_django_nor_chance_nor_clock() -> None:
    code = (
        "import sys, games.engine, games.engine.referee, games.engine.fairdeal, games.engine.record\n"
        "print(*sorted({'django', 'celery', 'channels', 'secrets', 'datetime', 'logging'} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert found.stdout.split() == []
