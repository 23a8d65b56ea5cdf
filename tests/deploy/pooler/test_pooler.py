"""The site behind PgBouncer: with a session for each connection it plays, and otherwise it refuses to start."""

from __future__ import annotations

import getpass
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from accounts.transactions.advisory_locks import Lock, lock_if_free
from odinsite.database.pooler import TOLD, sessions_check
from tests.embedded.running import wait_until
from tests.factories import make_game, make_person, play_until, rng_of
from tests.live.children import free_port, running

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]
TURNS = 12
SETTINGS = """
[databases]
* = host={server} port=5432
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {folder}/users
pool_mode = {mode}
ignore_startup_parameters = options
"""


@contextmanager
def pgbouncer(mode: str) -> Iterator[int]:
    """A pooler of the run's server, as the account of the server; its port."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    assert program, "these tests need Debian's package pgbouncer"
    [server] = parse_qs(urlsplit(os.environ["DATABASE_URL"]).query)["host"]
    owner = (Path(server) / ".s.PGSQL.5432").owner()
    port = free_port()
    folder = Path(tempfile.mkdtemp(prefix="odin-pgbouncer-"))
    (folder / "users").write_text('"odin" ""\n')
    (folder / "settings.ini").write_text(SETTINGS.format(server=server, port=port, folder=folder, mode=mode))
    shutil.chown(folder, owner)
    account = [] if owner == getpass.getuser() else ["--user", owner]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([program, *account, str(folder / "settings.ini")], stdout=log, stderr=log)
    try:
        wait_until(lambda: _answers(port), "PgBouncer")
        yield port
    finally:
        process.terminate()
        process.wait(30)
        shutil.rmtree(folder)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def pooled(request: pytest.FixtureRequest) -> Iterator[str]:
    """All queries go through a pooler; its address of the database."""
    own = {key: connection.settings_dict[key] for key in ("HOST", "PORT")}
    with pgbouncer(request.param) as port:
        connection.close()
        connection.settings_dict.update({"HOST": "127.0.0.1", "PORT": str(port)})
        try:
            yield f"postgres://odin@127.0.0.1:{port}/{connection.settings_dict['NAME']}"
        finally:
            connection.close()
            connection.settings_dict.update(own)


def test_without_a_pooler_the_site_starts() -> None:
    sessions_check()


@pytest.mark.parametrize("pooled", ["session"], indirect=True)
def test_a_pooler_of_sessions_plays(pooled: str) -> None:
    sessions_check()
    game = make_game([make_person("alice"), make_person("bob")])
    play_until(game, rng_of(1), lambda game: game.version > TURNS)
    for _time in range(2):
        with lock_if_free(Lock.SWEEP, "made up") as held:
            assert held


@pytest.mark.parametrize("pooled", ["transaction", "statement"], indirect=True)
def test_a_pooler_of_transactions_is_refused(pooled: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="pool_mode = session"):
        sessions_check()


@pytest.mark.parametrize("pooled", ["transaction"], indirect=True)
def test_no_process_starts_behind_a_pooler_of_transactions(pooled: str, tmp_path: Path) -> None:
    port = str(free_port())
    for name, command in (
        ("web", ("odinsite.web", "--bind", "127.0.0.1", "--port", port)),
        ("worker", ("celery", "-A", "odinsite", "worker", "--queues", "clocks", "--concurrency", "1")),
    ):
        log = tmp_path / name
        with running("-m", *command, log=log, DATABASE_URL=pooled) as process:
            assert process.wait(120) == 1
        assert log.read_text().strip().splitlines()[-1] == TOLD
        assert "Traceback" not in log.read_text()
