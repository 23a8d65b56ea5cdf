"""The search for positions in games of this site, and in more games of bots."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games.engine import parse_cards
from games.models import Game, Move, Position
from games.positions.moment import moment_read
from games.positions.site_games import game_moment
from games.positions.stock import bots_number, stock
from tests.games_laid import finished_game

pytestmark = pytest.mark.django_db
ENOUGH = len(stock())


def positions(*arguments: object) -> str:
    out = StringIO()
    call_command("positions", *map(str, arguments), stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.fixture
def over(alice: User, bob: User) -> Game:
    return finished_game([alice, bob], recorded="target_10_of_two")


def test_a_public_games_missed_turn_is_found_once(over: Game) -> None:
    positions("--count", ENOUGH)
    found = Position.objects.get()
    moment = moment_read(found.moment)
    move = Move.objects.valid().get(
        hand__game=over, hand__deck=list(map(str, parse_cards(moment.deck))), number=moment.place + 1
    )
    assert (found.game, found.day, move.turn) == (over, None, moment.taken)
    assert move.by in (Move.By.PLAYER, Move.By.AUTO)
    assert "alice" not in found.moment
    assert game_moment(over) == moment, "the same each time"
    assert f"{ENOUGH + 1} positions are ready." in positions("--count", ENOUGH)
    assert Position.objects.count() == 1


def test_a_private_game_and_one_that_goes_on_give_none(over: Game) -> None:
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    assert f"{ENOUGH} positions are ready." in positions("--count", ENOUGH)


def test_more_bots_games_follow_those_that_came_with_the_site() -> None:
    assert f"{ENOUGH + 1} positions are ready." in positions("--count", ENOUGH + 1)
    [more] = Position.objects.all()
    assert bots_number(more.origin) > max(map(bots_number, stock()))


def test_a_file_goes_on_where_it_stopped(tmp_path: Path) -> None:
    once, twice = tmp_path / "once", tmp_path / "twice"
    positions("--count", 3, "--write", once)
    positions("--count", 3, "--write", twice)
    twice.write_text("".join(twice.read_text().splitlines(keepends=True)[:1]))
    positions("--count", 3, "--write", twice)
    assert once.read_text() == twice.read_text()


def test_no_count_is_refused() -> None:
    with pytest.raises(CommandError):
        positions("--count", 0)
