"""Only a page in use counts as looking at a game."""

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Seat
from games.play.presence import presence_save
from tests.clients import ClientOf
from tests.notices.links.turn_links import page_of
from tests.page_texts import queries_of
from tests.table.tables import game_url

pytestmark = pytest.mark.django_db


def anybody_looked(game: Game) -> bool:
    return Seat.objects.filter(game=game, looked_at__isnull=False).exists()


def test_a_page_that_is_fetched_is_not_looked_at(game: Game, alice: User, client_of: ClientOf) -> None:
    """Background tabs and pages without sockets fetch too."""
    client = client_of(alice)
    for name in ("table", "table_part"):
        page = client.get(game_url(name, game))
        assert page.status_code == 200
        client.get(game_url(name, game), headers={"if-none-match": page["ETag"]})
    Client().get(page_of(game))
    assert not anybody_looked(game)


def test_a_players_look_costs_one_query(game: Game, alice: User, charlie: User) -> None:
    assert queries_of(lambda: presence_save(public_id=game.public_id, user=charlie)) == 1
    assert not anybody_looked(game)
    assert queries_of(lambda: presence_save(public_id=game.public_id, user=alice)) == 1
    assert [seat.looked_at is not None for seat in game.seats.order_by("number")] == [True, False]
