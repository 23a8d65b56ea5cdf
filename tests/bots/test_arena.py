"""Matches between bots and programs, by `manage.py arena`."""

from __future__ import annotations

import json
import random
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.bots import names
from games.bots.arena import Match, figures
from games.bots.arena.match import GameResult, play_game
from games.bots.arena.players import ArenaPlayers, OfRegistry
from games.bots.arena.run import play_some
from games.bots.arena.tally import half_width
from games.bots.registry import ARENA_ONLY
from games.engine import Card, GameOptions, Turn, View

FIRST = "question['legal'][0]"
HAND = GameOptions(2, target=None, two_player_deck=True)


def match_of(*bots: str, options: GameOptions = HAND, games: int = 4, budget_ms: int = 0) -> Match:
    return Match(bots, options, games, 1, budget_ms)


def program(tmp_path: Path, body: str) -> str:
    """The name of a program that answers each `question` by `body`."""
    path = tmp_path / "program.py"
    loop = "for turns, line in enumerate(sys.stdin):\n    question = json.loads(line)"
    path.write_text(f"import json, sys, time\n{loop}\n    {body}\n")
    return f"external:{shlex.join([sys.executable, str(path)])}"


def answer(text: str) -> str:
    return f"print(json.dumps({{'turn': {text}}}), flush=True)"


@pytest.mark.parametrize(
    ("bots", "seats", "seatings"),
    [
        ("AB", 2, ["AB", "BA"]),
        ("AB", 4, ["ABAB", "BABA"]),
        ("ABBB", 4, ["ABBB", "BBBA", "BBAB", "BABB"]),
        ("AB", 3, ["ABA", "BAA", "AAB"]),
        ("AA", 2, ["AA"]),
    ],
)
def test_bots_repeat_in_turn_and_are_rotated_over_the_seats(bots: str, seats: int, seatings: list[str]) -> None:
    match = match_of(*bots, options=GameOptions(seats))
    assert ["".join(seating) for seating in match.seatings] == seatings


class Recorder(OfRegistry):
    """A bot that notes the cards that each seat was dealt."""

    def __init__(self, name: str, dealt: set[tuple[int, int, tuple[Card, ...]]]) -> None:
        super().__init__(ARENA_ONLY[name])
        self._dealt = dealt

    def choose(self, view: View, legal: Sequence[Turn], budget_ms: int, rng: random.Random) -> Turn:
        if len(view.history) < view.seats:
            assert view.seat is not None
            self._dealt.add((view.leader, view.seat, view.cards))
        return super().choose(view, legal, budget_ms, rng)


@pytest.mark.parametrize("options", [HAND, GameOptions(4, target=None, goat=True)], ids=str)
def test_all_rotations_have_the_same_deals(options: GameOptions) -> None:
    match, dealt = match_of("greedy", "random", options=options), []
    for number in range(4):
        dealt.append(set[tuple[int, int, tuple[Card, ...]]]())
        play_game(match, number, ArenaPlayers({name: Recorder(name, dealt[-1]) for name in match.bots}))
    first_acts = [{one for one in seen if one[0] == one[1]} for seen in dealt]
    assert first_acts[0] == first_acts[1] != first_acts[2] == first_acts[3]


def test_a_seed_gives_the_same_results_in_any_order() -> None:
    match = match_of("greedy", "random", options=GameOptions(2, target=10, two_player_deck=True), games=6)

    def said(results: list[GameResult]) -> list[tuple[object, ...]]:
        return [(one.deals, one.bots, one.points, one.shares, one.turns) for one in results]

    in_order = said(play_some(match, range(6)))
    assert said(play_some(match, range(3, 6))) + said(play_some(match, range(3))) == in_order[3:] + in_order[:3]
    assert [one[0] for one in in_order] == [0, 0, 1, 1, 2, 2]


def result(deals: int, *shares: float, bots: str = "AB") -> GameResult:
    seats = len(bots)
    return GameResult(deals, tuple(bots), [3] * seats, list(shares), [2] * seats, [0.004] * seats)


def test_figures_add_up_the_seats_of_a_bot_and_share_victories() -> None:
    found = figures(
        [result(0, 1, 0, 0, bots="ABB"), result(0, 0, 0.5, 0.5, bots="BAB"), result(1, 0, 0, 1, bots="BBA")]
    )
    assert [(found[name]["wins"], found[name]["games"]) for name in "AB"] == [(2.5, 3), (0.5, 3)]
    assert (found["A"]["win_share"], found["B"]["mean_points"], found["B"]["ms_per_turn"]) == (0.8333, 3, 2)


def test_games_of_the_same_deals_count_together_in_the_interval() -> None:
    mirrored = half_width([[1, 0], [0, 1], [1, 1], [0, 0]])
    apart = half_width([[1], [0], [0], [1], [1], [1], [0], [0]])
    assert mirrored > apart > 0
    assert half_width([[1, 1]] * 30) == 0.05


def test_a_program_plays_what_it_is_told(tmp_path: Path) -> None:
    """The last of the legal turns in small letters: cards in any order and either case are understood."""
    name = program(tmp_path, answer("question['legal'][-1].lower()"))
    found = figures(play_some(match_of(name, "random", games=6), range(6)))
    assert (found[name]["games"], found[name]["illegal"]) == (6, 0)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (answer("'X0'"), "illegal"),
        (answer("'no turn'"), "malformed"),
        ("print('[]', flush=True)", "malformed"),
        (answer("7"), "malformed"),
        ("sys.exit()", "ended"),
    ],
)
def test_a_wrong_answer_loses_the_game_and_is_reported(tmp_path: Path, body: str, fault: str) -> None:
    name = program(tmp_path, body)
    found = figures(play_some(match_of(name, "random", games=2), range(2)))
    assert (found[name]["wins"], found["random"]["wins"]) == (0, 2)
    assert (found[name]["illegal"], found[name]["faults"]) == (2, {fault: 2})


@pytest.mark.whole
def test_a_late_answer_loses_the_game(tmp_path: Path) -> None:
    name = program(tmp_path, f"time.sleep(0 if turns == 0 else 3); {answer(FIRST)}")
    found = figures(play_some(match_of(name, "random", games=1), range(1)))
    assert found[name]["faults"] == {"late": 1}


def test_a_program_sees_what_its_seat_may_know(tmp_path: Path) -> None:
    told = tmp_path / "told"
    body = f"open({str(told)!r}, 'a').write(line); {answer(FIRST)}"
    play_some(match_of(program(tmp_path, body), "random", games=1, budget_ms=70), range(1))
    asked = [json.loads(line) for line in told.read_text().splitlines()]
    assert all(set(one) == {"view", "legal", "budget_ms"} and one["budget_ms"] == 70 for one in asked)
    fields = "seat seats cards table table_seat leader sizes points target goat colours discarded known passes history"
    assert set(fields.split()) <= set(asked[0]["view"])
    assert all(one["view"]["left"] is None and len(one["view"]["cards"]) == one["view"]["sizes"][0] for one in asked)


def test_the_list_names_the_registry(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("arena", list=True)
    assert capsys.readouterr().out.split() == list(names())


@pytest.mark.whole
def test_the_command_plays_on_all_cores_and_prints_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("arena", bots="greedy,random", games=20, target="hand", json=True)
    written = capsys.readouterr()
    found = json.loads(written.out.splitlines()[-1])
    assert found["games"] == 20
    assert list(found["bots"]["greedy"]) == [
        *("games", "wins", "win_share", "ci95", "mean_points", "illegal", "ms_per_turn"),
    ]
    assert found["bots"]["greedy"]["wins"] + found["bots"]["random"]["wins"] == 20
    assert "20 of 20 games" in written.err
    call_command("arena", bots="greedy,random", games=2, target="hand")
    assert "greedy: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"bots": "nobody,random"}, "There is no bot 'nobody'"),
        ({"bots": "external:no-such-program,random"}, "names no program"),
        ({"bots": "external:,random"}, "names no program"),
        ({"bots": "random,greedy,random"}, "do not fit on 2 seats"),
        ({"games": 0}, "from 1 up"),
    ],
)
def test_it_says_what_it_cannot_do(options: dict[str, object], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("arena", **options)
