"""`manage.py up` with real processes, servers and signals."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import psutil
import pytest

from odinsite.embedded.folder import Folder
from odinsite.embedded.keeper import READY
from odinsite.embedded.servers import Servers
from odinsite.embedded.up import names_loopback, set_address
from odinsite.queue.__main__ import PROCESSES
from tests.embedded.prepared import data_folder, static_folder
from tests.embedded.running import PATIENCE, ROOT, Running, Visitor, environment, gone, heed_sigint, manage, wait_until

pytestmark = pytest.mark.whole


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("up") / "data"


@pytest.fixture(scope="module")
def site(data: Path) -> Iterator[Running]:
    with Running(data) as running:
        yield running


def test_the_printed_address_has_a_name_as_passkeys_need_one(site: Running) -> None:
    assert site.address.startswith("http://localhost:")
    assert not names_loopback("host.invalid", 80)


def test_first_page_answers_with_hashed_and_compressed_files(site: Running) -> None:
    status, page, _ = Visitor().get(f"{site.address}/")
    assert status == 200
    style = re.search(r'href="(/static/odin/css/site/frame\.[0-9a-f]{12}\.css)"', page)
    assert style, page
    status, _, headers = Visitor().get(site.address + style[1], Accept_Encoding="br")
    assert status == 200
    assert headers["content-encoding"] == "br"
    assert "immutable" in headers["cache-control"]


def test_styles_that_import_others_are_collected_as_one_file(site: Running) -> None:
    collected = styles_in(site.data / "static/odin/css")
    sources = styles_in(ROOT / "odinsite/static/odin/css")
    joined = {name: re.findall(r'@import "(\w+)\.css"', text) for name, text in sources.items()}
    assert joined["site/frame"]
    assert joined["table/game"]
    for name, parts in joined.items():
        assert "@import" not in collected[name], name
        room = name.split("/")[0]
        places = [collected[name].index(rules_of(collected[f"{room}/{part}"])) for part in parts]
        assert places == sorted(places), name


def styles_in(folder: Path) -> dict[str, str]:
    """The style sheets by room and name, without hashes."""
    return {f"{path.parent.name}/{path.name.split('.')[0]}": path.read_text() for path in folder.rglob("*.css")}


def rules_of(style: str) -> str:
    return re.sub(r"/\*.*?\*/\s*", "", style, flags=re.DOTALL)


def test_the_printed_password_logs_the_administrator_in_to_set_up_a_second_factor(site: Running) -> None:
    visitor = Visitor()
    _, page, _ = visitor.get(f"{site.address}/admin/")
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token
    form = {"csrfmiddlewaretoken": token[1], "login": "admin", "password": site.password, "next": "/admin/"}
    status, page, _ = visitor.post(f"{site.address}/accounts/login/", urlencode(form))
    assert status == 200
    assert 'action="/accounts/reauthenticate/"' in page
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token
    form = {"csrfmiddlewaretoken": token[1], "password": site.password, "next": "/accounts/2fa/totp/activate/"}
    status, page, _ = visitor.post(f"{site.address}/accounts/reauthenticate/", urlencode(form))
    assert status == 200
    assert "Two-factor login" in page


def test_mails_open_with_the_printed_key_alone(site: Running) -> None:
    assert Visitor().get(f"{site.address}/mail/")[0] == 404
    assert Visitor().get(f"{site.address}/mail/?key=guess")[0] == 404
    visitor = Visitor()
    assert visitor.get(site.mailbox)[0] == 200
    assert visitor.get(f"{site.address}/mail/")[0] == 200
    (cookie,) = [cookie for cookie in visitor.cookies if cookie.name == "mailbox"]
    assert cookie.path == "/mail/"
    assert cookie.has_nonstandard_attr("HttpOnly")
    assert cookie.get_nonstandard_attr("SameSite") == "Strict"


def test_secrets_are_readable_for_their_owner_alone(site: Running, data: Path) -> None:
    for name in ("secret_key", "chain_key", "mailbox_key"):
        assert (data / name).stat().st_mode & 0o777 == 0o600


def test_a_second_one_in_the_same_folder_is_refused(site: Running, data: Path) -> None:
    second = manage("up", "--port", "0", "--data", str(data))
    assert second.returncode == 1
    assert second.stderr == (
        f"manage.py: The site already runs with the data folder {data}. Stop it first, or name another --data.\n"
    )


def test_a_busy_port_is_one_clear_line(site: Running, tmp_path: Path) -> None:
    port = site.address.rpartition(":")[2]
    found = manage("up", "--port", port, "--data", str(tmp_path))
    assert found.returncode == 1
    assert found.stderr.count("\n") == 1
    assert f"Cannot listen on 127.0.0.1:{port}: Address already in use" in found.stderr


def test_another_command_joins_the_running_servers_and_leaves_them(site: Running, data: Path) -> None:
    before = site.children()
    found = manage("showmigrations", "accounts", ODIN_DATA=str(data))
    assert (found.returncode, found.stderr) == (0, "")
    assert "[X] 0001_initial" in found.stdout
    assert site.children() == before
    assert Visitor().get(f"{site.address}/healthz")[:2] == (200, "ok\n")


def test_what_runs_and_how_many_connections_it_keeps(site: Running) -> None:
    """Each process has its own copy of what it imports. The first process has only watched since the start."""
    libraries = {Path(each.path).name for each in psutil.Process(site.process.pid).memory_maps()}
    assert not [name for name in libraries if "psycopg" in name]
    modules = sorted(each.cmdline()[2] for each in site.children())
    assert modules == ["odinsite.embedded", "odinsite.queue", "odinsite.web"]
    (worker,) = [each for each in site.children() if "odinsite.queue" in each.cmdline()]
    wait_until(lambda: len(worker.children()) == PROCESSES, "the worker's pool")
    assert worker.children(recursive=True) == worker.children()
    wait_until(lambda: connections(site), "sweeps in a kept connection")
    # The web process needs one for a page, and had one page at a time; another may have ended late.
    assert connections(site) <= PROCESSES + 2


def connections(site: Running) -> int:
    """The number of connections without that of the shell."""
    return int(site.do(CONNECTIONS))


CONNECTIONS = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' "
                   "AND datname = current_database() AND pid <> pg_backend_pid()")
    (result,) = cursor.fetchone()
"""


def test_a_worker_that_dies_is_started_again(site: Running) -> None:
    def workers() -> list[psutil.Process]:
        return [child for child in site.children() if "odinsite.queue" in child.cmdline()]

    (worker,) = workers()
    worker.kill()
    assert gone([worker])
    wait_until(lambda: bool(workers()), "another worker")
    assert workers()[0].pid != worker.pid


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--data", "/proc/odin"], "The data folder /proc/odin cannot be used"),
        (["--data", __file__], f"The data folder {__file__} cannot be used"),
        (["--host", "host.invalid"], "--host host.invalid is no IPv4 address or name"),
        (["--port", "70000"], "Cannot listen on 127.0.0.1:70000"),
        (["--host", "0.0.0.0", "--demo"], "--demo makes accounts for looking around"),
    ],
)
def test_what_cannot_work_is_one_clear_line(arguments: list[str], words: str, tmp_path: Path) -> None:
    found = manage("up", *(["--data", str(tmp_path)] if "--data" not in arguments else []), *arguments)
    assert found.returncode == 1
    assert found.stderr.startswith(f"manage.py: {words}")
    assert found.stderr.count("\n") == 1


def test_other_servers_and_an_open_host(tmp_path: Path) -> None:
    """With an open host the site warns and has no mailbox."""
    servers = Folder(data_folder(tmp_path / "servers"))
    data = static_folder(tmp_path / "data")
    with Servers(servers):
        named = Running(data.path, "--host", "0.0.0.0", DATABASE_URL=servers.database_url, REDIS_URL=servers.redis_url)
        with named as site:
            assert "is not https" in site.output
            assert "Warning: no mail reaches anybody" in site.output
            assert "Set it, such as to smtp+tls://" in site.output
            assert "/mail/" not in site.output
            assert "127.0.0.1" not in site.address or not routed()
            assert Visitor().get(f"{site.address}/healthz")[0] == 200
            assert Visitor().get(f"{site.address}/mail/")[0] == 404
            assert not data.postgres.exists()
            assert {process.name() for process in site.family()}.isdisjoint({"postgres", "valkey-server"})
            assert_stops_cleanly(site, signal.SIGTERM)


def test_no_warning_of_mails_where_they_can_be_read_or_sent(
    site: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Warning" not in site.output
    for name in ("ODIN_ADDRESS", "MAILBOX_KEY", "PUBLIC_URL"):
        # Restores what the call sets.
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("EMAIL_URL", "smtp://mail.example.org")
    set_address(Folder(tmp_path), "127.0.0.1", "http://127.0.0.1:8000", own_servers=False)
    assert capsys.readouterr().err == ""


def test_ctrl_c_while_a_first_start_makes_tables_ends_it_soon_and_the_next_goes_on(tmp_path: Path) -> None:
    folder = static_folder(tmp_path / "data")
    keeper = folder.path / "keeper.lock"
    first = subprocess.Popen(
        [sys.executable, "manage.py", "up", "--port", "0", "--data", str(folder.path)],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=heed_sigint,
    )
    wait_until(lambda: (keeper.exists() and keeper.read_text() == READY) or first.poll() is not None, "servers")
    # As terminals do.
    os.killpg(first.pid, signal.SIGINT)
    assert first.communicate(timeout=PATIENCE)[0] == "\nStopping ...\nStopped.\n"
    assert first.returncode == 0
    with Running(folder.path) as second:
        assert "password" in second.output
        assert Visitor().get(f"{second.address}/")[0] == 200


def routed() -> bool:
    """Whether this machine has an address besides loopback."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        return probe.connect_ex(("192.0.2.1", 9)) == 0


NEARLY_FULL = """
import shutil
usage = shutil.disk_usage
shutil.disk_usage = lambda path: usage(path)._replace(free=10_000_000)
"""


def test_it_starts_again_after_being_killed(site: Running, data: Path, tmp_path: Path) -> None:
    """It starts with the files that a crash leaves, on a full disk. Ends the module's site."""
    assert "password" in site.output
    family = site.family()
    assert len(family) >= 5
    assert site.end(signal.SIGKILL) == -signal.SIGKILL
    assert gone(family)
    # A crash can truncate the clock's file and leave another process's pid.
    for file in data.glob("beat-schedule*"):
        file.write_bytes(b"\0cut short")
    (data / "postgres" / "postmaster.pid").write_text(f"1\n{data / 'postgres'}\n0\n5432\n\n\n\nready\n")
    (tmp_path / "sitecustomize.py").write_text(NEARLY_FULL)
    with Running(data, ignore_interrupt=True, PYTHONPATH=str(tmp_path)) as again:
        assert "password" not in again.output
        assert "Warning: the disk is nearly full: data folder." in again.output
        status, page, _ = Visitor().get(f"{again.address}/readyz")
        assert (status, "the disk is nearly full: data folder" in page) == (200, True)
        assert Visitor().get(f"{again.address}/")[0] == 200
        assert_stops_cleanly(again, signal.SIGINT)


def assert_stops_cleanly(site: Running, number: signal.Signals) -> None:
    family = site.family()
    assert family
    assert site.end(number) == 0
    assert gone(family, within=0)
    assert site.output.endswith("Stopped.\n")
