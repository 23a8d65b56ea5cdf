"""What an upgrade makes of games and standings that were there before it."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game, SeasonStanding
from games.moderation.acts import game_pause
from games.play.bot_accounts import bot_user
from tests.factories import make_game, make_staff
from tests.services.ended_games import settled_game
from tests.services.moderator_acts import act

pytestmark = pytest.mark.django_db

upgrade = import_module("games.migrations.0018_opponents_and_older_games")


def test_where_a_game_had_begun_no_turn_is_taken_back(alice: User, bob: User) -> None:
    running, paused = make_game([alice, bob]), make_game([alice, bob])
    act(paused, game_pause, actor=make_staff("mona", "moderator"))
    offer = make_game([alice], NewGame(seats=3))
    upgrade.turns_stay(apps, None)
    assert list(Game.objects.filter(undo=False).order_by("pk")) == [running, paused]
    assert list(Game.objects.filter(undo=True)) == [offer]


def test_older_standings_count_opponents_as_new_ones_do(alice: User, bob: User, charlie: User) -> None:
    for hours in range(3):
        settled_game([alice, bob], [3, 15], hours=hours)
    settled_game([alice, bob, charlie], [3, 9, 15], hours=3)
    settled_game([alice, bot_user("greedy")], [3, 9], hours=4)
    settled_game([alice, charlie], [3, 9], hours=24 * 200)
    columns = ("pk", "user", "pool", "season", "opponents")
    counted = list(SeasonStanding.objects.order_by("pk").values_list(*columns))
    assert sorted(row[-1] for row in counted) == [0, 0, 1, 1, 2, 2, 2]
    SeasonStanding.objects.update(opponents=0)
    with connection.cursor() as cursor:
        cursor.execute(upgrade.COUNT_OPPONENTS)
    assert list(SeasonStanding.objects.order_by("pk").values_list(*columns)) == counted
