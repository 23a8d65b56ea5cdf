"""The database of each release migrates to the newest tables and back, and its games go on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.models import User
from games.models import Game, Move
from odinsite.backup import tables
from odinsite.backup.archive import reading
from odinsite.backup.restoring import backup_load
from odinsite.health import database_lacks
from tests.clients import ClientOf
from tests.deploy.backups.databases import database, using, verify_all
from tests.deploy.backups.world import named
from tests.deploy.production import PRODUCTION
from tests.deploy.releases.migrating import RELEASES, released
from tests.factories import take_turn

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]

GAMES: Final = ("middle", "with bot")


@pytest.fixture(params=RELEASES, ids=lambda path: path.stem)
def release(request: pytest.FixtureRequest, transactional_db: None, settings: Settings) -> Iterator[Path]:
    """A database as the release left it."""
    settings.CHAIN_KEYS = [PRODUCTION["CHAIN_KEY"]]
    path: Path = request.param
    with database(f"{connection.settings_dict['NAME']}_release") as name, using(name):
        with reading(path) as backup, transaction.atomic():
            backup_load(backup)
        yield path


def test_its_games_go_on_after_the_update(release: Path, client_of: ClientOf) -> None:
    call_command("migrate", interactive=False, verbosity=0)
    assert database_lacks() == []
    assert verify_all() == 5
    rng = random.Random(1)
    for name in GAMES:
        moves = Move.objects.filter(hand__game__name=name).count()
        for _turn in range(3):
            take_turn(named(name), rng)
        assert Move.objects.filter(hand__game__name=name).count() == moves + 3
    assert verify_all() == 5
    for handle in ("alice", "bob", "charlie"):
        client = client_of(User.objects.get(handle=handle))
        for path in (reverse("home"), *(_addresses(client, handle))):
            assert client.get(path).status_code == 200, path


def _addresses(client: Client, handle: str) -> list[str]:
    games = Game.objects.filter(seats__user__handle=handle)
    return [reverse("games:table", args=[game.public_id]) for game in games]


def test_the_way_back_keeps_every_row_that_was_there(release: Path) -> None:
    def counts() -> dict[str, int]:
        found = {}
        # The apps of Django count the permissions of tables.
        ours = [table for table in tables.tables_at(released(release)) if table.startswith(("accounts_", "games_"))]
        for table in ours:
            with connection.cursor() as cursor:
                cursor.execute(f'SELECT count(*) FROM "{table}"')
                [found[table]] = cursor.fetchone()
        return found

    before = counts()
    call_command("migrate", interactive=False, verbosity=0)
    for app, name in tables.leaf_steps(released(release)):
        call_command("migrate", app, name, interactive=False, verbosity=0)
    assert counts() == before
    assert tables.is_at(released(release))
    call_command("migrate", interactive=False, verbosity=0)
    assert database_lacks() == []
    assert verify_all() == 5
