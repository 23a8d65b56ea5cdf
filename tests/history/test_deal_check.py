"""The checker of deals, one file that node runs: published vectors, recorded games, and damage of every field."""

from __future__ import annotations

import copy
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders

from games.engine import verify_record
from games.history.check_words import CHECK_WORDS
from tests.engine.test_fairdeal import GAMES

pytestmark = pytest.mark.whole
CHECKER = Path(str(finders.find("odin/js/fair/check.js")))
RECORDED = sorted(Path(__file__).parents[1].joinpath("recorded_games").glob("*.json"))
SOUND = json.loads(RECORDED[0].with_name("target_10_of_two.json").read_text())
OTHER = "00" * 32
WORDS = {word: str(said) for word, said in CHECK_WORDS.items()}
Json = Any


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file as the page saves it, alone in a folder."""
    return Path(shutil.copy(CHECKER, tmp_path_factory.mktemp("saved") / "check.mjs"))


def checked(program: Path, record: Json, note: Json = None) -> tuple[bool, list[str]]:
    """Whether node calls the record sound, and its lines."""
    files = {"record.json": record} | ({} if note is None else {"note.json": note})
    for name, value in files.items():
        program.with_name(name).write_text(value if isinstance(value, str) else json.dumps(value))
    command = ["node", program.name, *files]
    ran = subprocess.run(command, cwd=program.parent, capture_output=True, text=True, timeout=60, check=False)
    assert "    at " not in ran.stderr
    return ran.returncode == 0, (ran.stdout + ran.stderr).splitlines()


def record_of(vector: Json) -> Json:
    """A record with the vector's deals, in which each hand was stopped before its first turn."""
    hands = [
        {name: hand[name] for name in ("number", "seed", "deals", "undealt")}
        | {"leader": vector["first_leader"], "turns": [], "points": [], "voided": True}
        for hand in vector["hands"]
    ]
    fair = ("protocol", "anchor", "contributions", "fingerprint", "removed", "first_leader")
    return {
        "format": "odin-game/1",
        "id": vector["id"],
        "options": {
            "seats": vector["seats"],
            "target": 15,
            "goat": vector["goat"],
            "two_player_deck": vector["remove_two"],
            "next_leader": "left",
        },
        "fair": {name: vector[name] for name in fair},
        "hands": hands,
        "events": [],
        "result": {"points": [0] * vector["seats"], "winners": [], "end": "cancelled"},
    }


@pytest.mark.parametrize("vector", GAMES, ids=lambda vector: str(vector["id"]))
def test_the_published_vectors_fit(program: Path, vector: Json) -> None:
    sound, said = checked(program, record_of(vector))
    assert sound, said
    assert f"Hands checked: {len(vector['hands'])}." in said[0]
    assert any("trust the site" in line for line in said) is not any(vector["contributions"])


def test_damage_of_every_field_of_a_vector_is_named(program: Path) -> None:
    vector = GAMES[0]
    deal = vector["hands"][-1]
    at = f"hands[{len(vector['hands']) - 1}]"
    damage: dict[str, tuple[Json, str]] = {
        "id": ("another", "fair.fingerprint"),
        "options.goat": (not vector["goat"], "fair.fingerprint"),
        "options.seats": (7, "options.seats"),
        "fair.protocol": ("odin-deal/2", "fair.protocol"),
        "fair.anchor": (OTHER, "fair.fingerprint"),
        "fair.contributions[0]": ("ff", "fair.fingerprint"),
        "fair.fingerprint": (OTHER, "fair.fingerprint"),
        "fair.removed": (["B", "R"] if vector["removed"] != ["B", "R"] else ["G"], "fair.removed"),
        "fair.first_leader": ((vector["first_leader"] + 1) % vector["seats"], "fair.first_leader"),
        f"{at}.number": (deal["number"] + 1, f"{at}.seed"),
        f"{at}.seed": (OTHER, f"{at}.seed"),
        f"{at}.deals[1]": (deal["deals"][0], f"{at}.deals[1]"),
        f"{at}.undealt": (deal["undealt"][::-1], f"{at}.undealt"),
    }
    for path, (value, named) in damage.items():
        is_named(program, changed(record_of(vector), path, value), named)


DAMAGE: list[tuple[str, Json, str]] = [
    ("format", "odin-game/2", "format"),
    ("options.target", 30, "result.end"),
    ("options.target", None, "hands[1]"),
    ("options.next_leader", "last", "hands[5].leader"),
    ("options.two_player_deck", "yes", "options.two_player_deck"),
    ("fair.anchor", "xyz", "fair.anchor"),
    ("fair.contributions", [], "fair.contributions"),
    ("hands[1].number", 7, "hands[1].seed"),
    ("hands[1].leader", 9, "hands[1].leader"),
    ("hands[1].seed", None, "hands[1].seed"),
    ("hands[1].deals[0]", [], "hands[1].deals[0]"),
    ("hands[0].deals[0][0]", "Z9", "hands[0].deals"),
    ("hands[0].turns[0].turn", "pass", "hands[0].turns[0].turn"),
    ("hands[0].turns[0].turn", "lead", "hands[0].turns[0].turn"),
    ("hands[0].turns[1].seat", 7, "hands[0].turns[1].seat"),
    ("hands[0].turns", [], "hands[0].turns"),
    ("hands[0].points", [9, 9], "hands[0].points"),
    ("hands[0].voided", True, "hands[0].voided"),
    ("result.points", [1, 1], "result.points"),
    ("result.winners", [], "result.winners"),
    ("result.end", "single_hand", "result.end"),
    ("result.end", "resigned", "result.end"),
    ("result", None, "result"),
    ("result", [], "result"),
    ("events", None, "events"),
    ("events", [{"kind": "win", "seat": 0}], "events[0].kind"),
]


@pytest.mark.parametrize(("path", "value", "named"), DAMAGE, ids=[f"{path} {value}" for path, value, _ in DAMAGE])
def test_damage_of_every_field_of_a_game_is_named(program: Path, path: str, value: Json, named: str) -> None:
    damaged = changed(SOUND, path, value)
    is_named(program, damaged, named)
    assert verify_record(damaged) != []


def is_named(program: Path, record: Json, named: str) -> None:
    sound, said = checked(program, record)
    assert not sound, named
    assert any(f"The field {named} " in line for line in said), (named, said)


def changed(record: Json, path: str, value: Json) -> Json:
    copied = copy.deepcopy(record)
    steps = [int(step) if step.isdigit() else step for step in re.findall(r"[^.\[\]]+", path)]
    place = copied
    for step in steps[:-1]:
        place = place[step]
    place[steps[-1]] = value
    return copied


def test_a_card_played_twice_and_a_turn_left_out_are_found(program: Path) -> None:
    again, gone = copy.deepcopy(SOUND), copy.deepcopy(SOUND)
    again["hands"][0]["turns"].append(again["hands"][0]["turns"][0])
    del gone["hands"][0]["turns"][2]
    for record in (again, gone):
        sound, said = checked(program, record)
        assert not sound
        assert "hands[0].turns[" in said[0]


def test_every_recorded_game_is_sound(program: Path) -> None:
    for file in RECORDED:
        sound, said = checked(program, file.read_text())
        assert sound, (file.name, said)


@pytest.mark.parametrize("nonsense", ["null", "[]", "7", "{}", '"x"', "[" * 5000 + "]" * 5000, "{", '{"fair": {}}'])
def test_nonsense_gets_a_sentence(program: Path, nonsense: str) -> None:
    sound, said = checked(program, nonsense)
    assert not sound
    assert said


def test_it_compares_the_note_of_the_browser(program: Path) -> None:
    anchor, given = SOUND["fair"]["anchor"], SOUND["fair"]["contributions"]
    mine = {"anchor": anchor, "contribution": given[1], "seat": 1}
    assert checked(program, SOUND, mine)[1][-1] == WORDS["in"]
    assert checked(program, SOUND)[1][-1] == WORDS["unknown"]
    assert checked(program, SOUND, {"anchor": anchor, "refused": "late"})[1][-1] == WORDS["unsent"]
    # An answer that was lost: the note has no seat.
    assert checked(program, SOUND, {"anchor": anchor, "contribution": given[0]})[1][-1] == WORDS["in"]
    for field, damaged in (
        ("fair.anchor", mine | {"anchor": OTHER}),
        ("fair.contributions[1]", mine | {"contribution": given[0]}),
        ("fair.contributions[0]", mine | {"seat": 0}),
    ):
        sound, said = checked(program, SOUND, damaged)
        assert not sound
        assert said == [WORDS["note"].replace("{field}", field)]


SENT: dict[str, Json] = {
    "anchor": SOUND["fair"]["anchor"],
    "contribution": SOUND["fair"]["contributions"][1],
    "seat": 1,
    "contributions": [None, SOUND["fair"]["contributions"][1]],
}
REFUSED = {"anchor": SENT["anchor"], "refused": "late"}
WRONG: list[tuple[dict[str, Json], str, list[Json]]] = [
    (SENT, "anchor", [None, "xyz", SENT["anchor"] + "0", 7]),
    (SENT, "contribution", [None, "", "f", "xy", "FF", "ff" * 65, []]),
    (SENT, "seat", [-1, 6, 1.5, "1", True, [1]]),
    (SENT, "contributions", ["ff", {}, [7], ["f"]]),
    (REFUSED, "refused", ["", 7, True]),
    (REFUSED, "contribution", [SENT["contribution"]]),
    (REFUSED, "seat", [1]),
]
NO_NOTES: list[tuple[Json, str]] = [
    *((text, "note") for text in ("", "{", "null", "[]", "7", '"x"')),
    ({}, "note.anchor"),
    ({"anchor": SENT["anchor"]}, "note.contribution"),
    *((note | {field: value}, f"note.{field}") for note, field, values in WRONG for value in values),
]


@pytest.mark.parametrize(("note", "field"), NO_NOTES, ids=[field for _, field in NO_NOTES])
def test_a_note_of_another_form_is_named(program: Path, note: Json, field: str) -> None:
    sound, said = checked(program, SOUND, note)
    assert not sound
    assert f"The field {field} is missing or malformed." in said


@pytest.mark.parametrize("note", [SENT, REFUSED, {name: SENT[name] for name in ("anchor", "contribution")}])
def test_notes_as_the_browser_keeps_them_are_read(program: Path, note: Json) -> None:
    sound, said = checked(program, SOUND, note)
    assert sound, said


def test_the_program_says_what_the_page_says() -> None:
    words = dict(re.findall(r'^  (\w+): "(.*)",$', CHECKER.read_text(), re.MULTILINE))
    assert words == WORDS
