"""Embedded servers under other commands and after crashes."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import psutil
import psycopg
import pytest

from odinsite.embedded import processes
from odinsite.embedded.errors import StartError
from odinsite.embedded.folder import Folder, server_account
from odinsite.embedded.keeper import GAVE_UP, ServerLog
from odinsite.embedded.postgres import binaries, runs
from odinsite.embedded.servers import Servers
from tests.embedded.prepared import data_folder, static_folder
from tests.embedded.running import ROOT, environment, gone, manage, wait_until

pytestmark = pytest.mark.whole


def connect(folder: Folder) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(host=str(folder.sockets), user="odin", dbname="odin")


def postmaster(folder: Folder) -> psutil.Process:
    with connect(folder) as connection:
        row = connection.execute("SELECT pg_backend_pid()").fetchone()
        assert row
        return psutil.Process(int(str(row[0]))).parents()[0]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    return Folder(data_folder(tmp_path_factory.mktemp("servers") / "data"))


@dataclass(frozen=True, slots=True)
class First:
    """A folder whose first user was a command, and what that printed."""

    folder: Folder
    printed: str


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Iterator[First]:
    """A folder with a long and odd path, whose database has no tables."""
    folder = static_folder(tmp_path_factory.mktemp("first") / ("a b+c#d%20" + "x" * 100))
    yield First(folder, manage("showmigrations", "games", ODIN_DATA=str(folder.path)).stdout)
    folder.sockets.rmdir()


def test_a_command_may_be_the_first_to_use_a_folder_and_stops_its_servers(first: First) -> None:
    assert "[ ] 0001_initial" in first.printed
    assert "[X]" not in first.printed
    assert servers_of(first.folder) == []


def test_a_command_brings_tables_up_to_date_and_stops_its_servers(folder: Folder) -> None:
    """`showmigrations`, above, takes them as they are."""
    with Servers(folder), connect(folder) as connection:
        # No other migration follows these.
        connection.execute("DELETE FROM django_migrations WHERE app = 'mfa'")
        connection.execute("DROP TABLE mfa_authenticator")
    found = manage("rebuild", "nosuchgame", ODIN_DATA=str(folder.path))
    assert (found.returncode, found.stderr) == (1, "CommandError: There is no game nosuchgame.\n")
    assert servers_of(folder) == []
    with Servers(folder), connect(folder) as connection:
        assert connection.execute("SELECT count(*) FROM mfa_authenticator").fetchone() == (0,)


def test_the_servers_log_has_no_refused_row(folder: Folder) -> None:
    with Servers(folder):
        with connect(folder) as connection:
            connection.execute("CREATE TEMP TABLE kept (secret text UNIQUE)")
            with pytest.raises(psycopg.IntegrityError):
                connection.execute("INSERT INTO kept VALUES (%s), (%s)", ["5ec7e7", "5ec7e7"])
        said = folder.logs.joinpath("postgres.log").read_text()
    assert "duplicate key value" in said
    assert "5ec7e7" not in said


def servers_of(folder: Folder) -> list[psutil.Process]:
    return [process for process in psutil.process_iter() if str(folder.path) in command_line(process)]


def command_line(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


def test_the_last_user_stops_them(folder: Folder) -> None:
    with Servers(folder):
        with Servers(folder):
            server = postmaster(folder)
        assert server.is_running()
        assert postmaster(folder) == server
    assert gone([server], within=0)


def test_a_long_and_odd_path_works(first: First) -> None:
    with Servers(first.folder), connect(first.folder) as connection:
        assert connection.execute("SELECT lower('ÞÄ')").fetchone() == ("þä",)
        assert connection.info.server_version // 10_000 == 18
    assert first.folder.path not in first.folder.sockets.parents


def test_what_was_committed_outlives_a_killed_server(folder: Folder) -> None:
    with Servers(folder):
        with connect(folder) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
        postmaster(folder).kill()
    with Servers(folder), connect(folder) as connection:
        assert connection.execute("SELECT number FROM kept").fetchone() == (7,)


def test_a_server_left_running_is_taken_over(folder: Folder, tmp_path: Path) -> None:
    account = server_account() if os.geteuid() == 0 else None
    leftover = processes.start(
        [
            str(binaries() / "postgres"),
            "-D",
            str(folder.postgres),
            "-k",
            str(folder.sockets),
            "-c",
            "listen_addresses=",
        ],
        log=tmp_path / "leftover.log",
        user=account.pw_name if account else None,
        group=account.pw_gid if account else None,
        folder=folder.path,
    )
    wait_until((folder.sockets / ".s.PGSQL.5432").exists, "PostgreSQL's socket")
    assert leftover.poll() is None
    with Servers(folder):
        assert leftover.wait() == 0
        assert postmaster(folder).pid != leftover.pid


def test_a_killed_user_leaves_nothing_running(folder: Folder) -> None:
    with subprocess.Popen(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", "print('up', flush=True); input()"],
        cwd=ROOT,
        env=environment(ODIN_DATA=str(folder.path)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as user:
        assert user.stdout
        assert user.stdout.readline() == "up\n"
        server = postmaster(folder)
        user.send_signal(signal.SIGKILL)
    assert gone([server])


def test_a_killed_server_comes_back_though_a_session_is_busy(folder: Folder) -> None:
    """A busy session does not notice, and holds the dead server's memory."""
    with Servers(folder) as servers, ThreadPoolExecutor(1) as beside, connect(folder) as connection:
        busy = psutil.Process(connection.info.backend_pid)
        lost = beside.submit(connection.execute, "SELECT count(*) FROM generate_series(1, 100000000000)")
        wait_until(lambda: busy.cpu_times().user > 0, "work for the session")
        first = postmaster(folder)
        log = ServerLog(folder)
        first.kill()
        assert gone([first])
        wait_until(lambda: any("PostgreSQL: back after" in line for line in log.lines()), "the server's return")
        servers.wait()
        assert not runs(busy)
        assert postmaster(folder) != first
        assert isinstance(lost.exception(), psycopg.OperationalError)


def test_a_killed_keeper_takes_its_servers_along_and_leaves_its_users_free(folder: Folder) -> None:
    with Servers(folder) as servers:
        first = postmaster(folder)
        assert servers.keeper is not None
        servers.keeper.kill()
    assert gone([first])
    with Servers(folder):
        assert postmaster(folder) != first


def test_users_of_a_keeper_learn_what_it_gave_up(folder: Folder) -> None:
    with Servers(folder) as servers:
        pass
    (folder.path / "keeper.lock").write_text(GAVE_UP + "Redis: not back.")
    for ask in (servers.ended, servers.wait):
        with pytest.raises(StartError, match=r"\ARedis: not back\.\Z"):
            ask()


OTHER_MAJOR = (
    "was made by PostgreSQL 16, and this installation brings PostgreSQL 18, which cannot read it. With the old "
    "installation run `manage.py backup FILE`; then move {folder} away, keep the rest of the data folder, and with "
    "this installation run `manage.py restore --nothing-since FILE`."
)


@pytest.mark.parametrize(
    ("command", "version", "words"),
    [
        (("up", "--port", "0"), "16", OTHER_MAJOR),
        (("migrate",), "18", "PostgreSQL did not start; the reason is at the end of"),
    ],
    ids=["another major", "a broken cluster"],
)
def test_a_database_that_cannot_start_is_one_line_at_once(
    tmp_path: Path, command: tuple[str, ...], version: str, words: str
) -> None:
    folder = static_folder(tmp_path)
    folder.postgres.mkdir(mode=0o700)
    (folder.postgres / "PG_VERSION").write_text(f"{version}\n")
    if os.geteuid() == 0:
        for place in (folder.postgres, folder.postgres / "PG_VERSION"):
            os.chown(place, server_account().pw_uid, server_account().pw_gid)
    found = manage(*command, ODIN_DATA=str(tmp_path))
    assert found.returncode == 1
    assert words.format(folder=folder.postgres) in found.stderr
    assert found.stderr.count("\n") == 1
    assert [path.name for path in folder.postgres.iterdir()] == ["PG_VERSION"]


def test_a_folder_of_another_account_is_left_alone(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.prepare()
    folder.postgres.mkdir()
    if os.geteuid() == 0:
        os.chown(folder.postgres, 12345, 12345)
        owner = 12345
    else:
        folder.postgres.rmdir()
        folder.postgres.symlink_to("/etc")
        owner = 0
    before = folder.sockets.stat()
    found = manage("migrate", ODIN_DATA=str(tmp_path))
    assert found.returncode == 1
    assert f"The database in {folder.postgres} belongs to another account (number {owner})" in found.stderr
    assert folder.sockets.stat() == before
