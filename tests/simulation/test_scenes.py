"""Scenes of the pages, whose deals are random."""

from __future__ import annotations

import random

import pytest

from accounts.models import User
from games.simulation.screenshots.scenes import ScenePlayers
from tests.games_laid import game_before_end, lay_game

pytestmark = pytest.mark.django_db


def test_where_a_game_ends_before_its_scene_another_begins(alice: User, bob: User) -> None:
    games = [game_before_end([alice, bob], recorded="single_hand_of_two"), lay_game([alice, bob])]
    begun = iter(games)
    players = ScenePlayers(random.Random(1), visits=1)
    scene = players.until_in_one(lambda: next(begun), lambda game: game.target is not None)
    assert scene == games[1]
    games[0].refresh_from_db()
    assert games[0].ended_at is not None
