"""The table's part is drawn once for what it shows, and nobody gets another's."""

from __future__ import annotations

import gzip
import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.engine import state_from_json
from games.models import Game
from games.play.turn import turn_play
from games.table.views.part_cache import part_cache
from tests.clients import ClientOf
from tests.games_laid import finished_game, lay_game, lay_slow_game
from tests.table.tables import game_url

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    part_cache.clear()


def part(client: Client, game: Game) -> str:
    answer = client.get(game_url("table_part", game), headers={"X-Requested-With": "fetch"})
    assert answer.status_code == 200
    return answer.content.decode()


def without_tokens(text: str) -> str:
    return TOKEN.sub("", text)


@time_machine.travel(NOON, tick=False)
def test_each_viewer_gets_what_is_drawn_for_them_alone(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    running, over = lay_game([alice, bob]), finished_game([alice, bob])
    clients = [client_of(alice), client_of(bob), client_of(charlie), Client()]
    for game in (running, over):
        first = [without_tokens(part(client, game)) for client in clients]
        assert [without_tokens(part(client, game)) for client in clients] == first
        alone = []
        for client in clients:
            part_cache.clear()
            alone.append(without_tokens(part(client, game)))
        assert alone == first
        assert len(set(first)) >= 3


def test_each_answer_has_its_own_token_and_the_browser_may_have_it_compressed(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game, client = lay_game([alice, bob]), client_of(alice)
    plain = [part(client, game) for _visit in range(2)]
    tokens = [set(TOKEN.findall(text)) for text in plain]
    assert len(tokens[0]) == len(tokens[1]) == 1
    assert tokens[0] != tokens[1]
    for name in ("table_part", "table"):
        answer = client.get(game_url(name, game), headers={"Accept-Encoding": "br, gzip"})
        assert answer["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in answer["Vary"]
        opened = re.sub(r'data-(now|since)="[^"]*"', "", without_tokens(gzip.decompress(answer.content).decode()))
        assert re.sub(r'data-(now|since)="[^"]*"', "", without_tokens(plain[1])).strip() in opened


def test_a_turn_a_language_a_choice_and_time_show_at_once(alice: User, bob: User, client_of: ClientOf) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game, client = lay_slow_game([alice, bob]), client_of(bob)
        first = part(client, game)
        assert "left" in first
        clock.shift(timedelta(hours=3))
        later = part(client, game)
        assert f'data-now="{int((NOON + timedelta(hours=3)).timestamp() * 1000)}"' in later
        assert re.sub(r'data-now="\d+"|<b id="clock-left">[^<]*', "", without_tokens(later)) == re.sub(
            r'data-now="\d+"|<b id="clock-left">[^<]*', "", without_tokens(first)
        )
        User.objects.filter(pk=bob.pk).update(language="de")
        german = part(client, game)
        assert "Spiel" in german
        assert "Next hand" not in german
        acts = game.to_act or 0
        player = game.seats.get(number=acts).user
        card = str(state_from_json(game.hands.get().state).hands[acts][0])
        turn_play(public_id=game.public_id, user=player, version=game.version, text=card)
        assert without_tokens(part(client, game)) != without_tokens(german)
