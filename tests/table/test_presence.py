"""Only a page in use counts as looking at a game."""

from datetime import datetime, timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, Notice, Seat
from games.outbox.write import notice_write
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


@pytest.fixture
def quiet_game(game: Game) -> Game:
    """Its notices are older than any look."""
    Notice.objects.update(created_at=timezone.now() - timedelta(hours=1))
    return game


def look_after(seconds: int, game: Game, user: User, version: int = 0) -> tuple[datetime, datetime]:
    """The stored look before and after one more."""
    before = timezone.now() - timedelta(seconds=seconds)
    seats = Seat.objects.filter(game=game, user=user)
    seats.update(looked_at=before)
    assert queries_of(lambda: presence_save(public_id=game.public_id, user=user, version=version)) == 1
    after = seats.get().looked_at
    assert after is not None
    return before, after


def test_a_look_is_written_once_a_minute(quiet_game: Game, alice: User) -> None:
    before, after = look_after(50, quiet_game, alice)
    assert after == before
    before, after = look_after(60, quiet_game, alice)
    assert after > before


def test_a_look_at_what_is_new_is_written_at_once(quiet_game: Game, alice: User) -> None:
    Game.objects.filter(pk=quiet_game.pk).update(version=F("version") + 1)
    Seat.objects.filter(game=quiet_game).update(seen_version=quiet_game.version)
    before, after = look_after(10, quiet_game, alice, quiet_game.version + 1)
    assert after > before
    before, after = look_after(10, quiet_game, alice, quiet_game.version + 1)
    assert after == before


def test_a_look_after_a_notice_is_written_at_once(quiet_game: Game, alice: User, bob: User) -> None:
    for person, is_new in ((bob, False), (alice, True)):
        notice_write(Notice.Kind.MODERATION, quiet_game, person, timezone.now())
        before, after = look_after(10, quiet_game, alice)
        assert (after > before) == is_new
