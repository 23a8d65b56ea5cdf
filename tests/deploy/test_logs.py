"""No process logs a secret address."""

from __future__ import annotations

import logging
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts.fast.pipeline import execute, pipeline
from accounts.models import ApiToken, User
from odinsite.celery import app
from odinsite.logs.hiding import SECRET_PATHS, hide_secrets
from tests.clients import ClientOf
from tests.console import FORMATTERS, console_text
from tests.embedded.running import PATIENCE, wait_until
from tests.factories import make_person
from tests.live.children import ROOT, free_port, kill, running, wait_for_port

SECRET = "5ec7e7" * 10 + "abcd"


@pytest.fixture(params=FORMATTERS)
def written(request: pytest.FixtureRequest) -> Iterator[StringIO]:
    with console_text(request.param) as text:
        yield text


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        *("/m/{}/", "/stop/{}/", "/i/{}/", "/calendar/1-{}.ics", "/m/{}"),
        *("/accounts/confirm-email/{}/", "/accounts/address-back/{}/"),
    ],
)
def test_a_refused_request_leaves_no_secret_in_the_log(client: Client, written: StringIO, path: str) -> None:
    client.get(path.format(SECRET))
    logging.getLogger("django.request").warning("Gone: %s", path.format(SECRET))
    assert "Gone: /" in written.getvalue()
    assert SECRET not in written.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "more", "status"),
    [
        ("/admin/login/", {}, 403),
        ("/admin/games/game/", {}, 302),
        ("/nowhere/", {}, 404),
        ("/settings/", {"headers": {"Host": "elsewhere.example"}}, 400),
        ("/settings/", {"method": "POST", "data": "x", "content_type": "multipart/form-data"}, 400),
        (
            "/settings/",
            {"method": "POST", "data": "a=1&" * 2000, "content_type": "application/x-www-form-urlencoded"},
            400,
        ),
    ],
)
def test_a_refused_request_is_one_line(
    alice: User, client_of: ClientOf, written: StringIO, path: str, more: dict[str, Any], status: int
) -> None:
    answer = client_of(alice).generic(path=path, **{"method": "GET", **more})
    assert answer.status_code == status
    # The request's own line, and at most one that says why.
    others = [line for line in written.getvalue().splitlines() if "odin.request" not in line]
    assert len(others) <= 1
    assert written.getvalue().count("\n") - len(others) <= 1


def test_a_failure_has_its_traceback(written: StringIO) -> None:
    try:
        raise ValueError
    except ValueError as error:
        logging.getLogger("django.request").error("Failed", exc_info=error, extra={"status_code": 500})
    assert "Traceback" in written.getvalue()


def test_a_traceback_leaves_no_secret_in_the_log(written: StringIO) -> None:
    try:
        raise ValueError(f"no such link: /m/{SECRET}/")
    except ValueError:
        logging.getLogger("odin").exception("failed")
    assert "ValueError: no such link: /m/…" in written.getvalue()
    assert SECRET not in written.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        "/accounts/password/reset/key/{}/",
        "GET /mail/?key={} HTTP/1.1",
        "/accounts/login/?next=%2Fi%2F{}%2F",
        "/accounts/login/?next=/m/{}/",
        "/mail/?other=1&token={}&more=2",
        "('/m/{}/',)",
        "{{'path': 'm/{}/x'}}",
        "redis://:{}@10.0.0.1:6379/0",
        "postgres://odin:{}@db/odin",
    ],
)
def test_secrets_are_hidden_wherever_they_are_in_an_address(text: str) -> None:
    hidden = hide_secrets(text.format(SECRET))
    assert hidden != text
    assert SECRET not in hidden
    assert hidden.startswith(text.format("*").partition("*")[0])


GERMAN = """
DO $$ BEGIN
RAISE unique_violation USING MESSAGE = 'doppelter Schlüsselwert', DETAIL = 'Schlüssel »(digest)=({})« existiert.';
END $$
"""


def refused_writes(user: User) -> Iterator[Callable[[], object]]:
    """Writes that the database refuses, each in another way."""
    facts = {"user": user, "scopes": [], "created_at": timezone.now(), "expires_at": timezone.now()}
    ApiToken.objects.create(name="known", digest=SECRET, **facts)
    yield partial(ApiToken.objects.create, name="twice", digest=SECRET, **facts)
    yield partial(ApiToken.objects.create, name=f"a (1).\n{SECRET[:9]}", digest=None, **facts)
    for way in (connection.cursor().execute, piped):
        yield partial(way, GERMAN.format(SECRET))


def piped(sql: str) -> None:
    with pipeline():
        execute(sql, [])


@pytest.mark.django_db(transaction=True)
def test_the_rows_that_the_database_refused_are_hidden(written: StringIO) -> None:
    """They have tokens, cards and addresses, whatever language the server speaks."""
    for write in refused_writes(make_person("nina")):
        try:
            write()
        except IntegrityError:
            logging.getLogger("odin").exception("It failed.")
    said = written.getvalue()
    assert said.count("It failed.") == 4
    for words in ("token_digest", "violates not-null constraint", "doppelter Schlüsselwert (23505)"):
        assert words in said
    assert (SECRET[:9] in said, "Failing row" in said, "DETAIL" in said) == (False, False, False)


def test_other_words_stay_as_they_are(written: StringIO) -> None:
    logging.getLogger("odin").warning("%s of %d: /g/abc/ and /games/m/", "turn", 3)
    assert "turn of 3: /g/abc/ and /games/m/" in written.getvalue()
    for text in ("http://example.org:80/m/", "/leaders/?pool=3&season=2", "10:20 /home"):
        assert hide_secrets(text) == text


def secret_addresses(patterns: list[URLPattern | URLResolver], before: str = "/") -> Iterator[str]:
    """Addresses with secrets, replaced by SECRET."""
    for pattern in patterns:
        route = before + str(pattern.pattern).removeprefix("^").removesuffix("$")
        if isinstance(pattern, URLResolver):
            yield from secret_addresses(pattern.url_patterns, route)
        elif {"token", "key", "secret"} & {*pattern.pattern.converters, *groups(pattern)}:
            known = re.sub(r"(?<!P)<(?:\w+:)?(?:token|key|secret)>", SECRET, route)
            if known == route:
                # A regular expression.
                known = route.partition("(")[0] + SECRET
            yield re.sub("<[^>]*>", "x", known)


def groups(pattern: URLPattern) -> dict[str, int]:
    regex = getattr(pattern.pattern, "regex", None)
    return dict(regex.groupindex) if regex else {}


def test_each_address_of_the_site_with_a_secret_is_known() -> None:
    found = list(secret_addresses(get_resolver().url_patterns))
    assert len(found) >= 6
    assert [address for address in found if SECRET in hide_secrets(address)] == []


@pytest.mark.whole
@pytest.mark.django_db(transaction=True)
def test_a_real_worker_logs_no_secret(tmp_path: Path) -> None:
    log = tmp_path / "worker.log"
    app.control.purge()
    worker = "-m celery -A odinsite worker -l info -c 1 --without-gossip --without-mingle"
    with running(*worker.split(), log=log) as process:
        wait_until(lambda: " ready." in log.read_text() or process.poll() is not None, "a worker")
        # The task's traceback and the worker's log could name it.
        app.send_task("games.tasks.game_settle", [f"/m/{SECRET}/"])
        app.send_task("games.tasks.no_such_task", [f"/stop/{SECRET}/"])
        wait_until(lambda: "Traceback" in (said := log.read_text()) and "/stop/" in said, "both failures in the log")
        # It has said all; its quiet end would take seconds.
        kill(process)
    assert "expected a number but got '/m/…" in log.read_text()
    assert SECRET not in log.read_text()


BEAT = """
from odinsite.celery import app
app.loader.import_default_modules()
app.conf.beat_schedule = {"/i/%s/": {"task": "games.tasks.live_sweep", "schedule": 0.1}}
app.start(["beat", "-l", "info", "-s", "%s"])
"""


@pytest.mark.whole
@pytest.mark.django_db(transaction=True)
def test_a_real_beat_logs_no_secret(tmp_path: Path) -> None:
    log = tmp_path / "beat.log"
    with running("-c", BEAT % (SECRET, tmp_path / "schedule"), log=log, LOG_LEVEL="DEBUG") as process:
        wait_until(lambda: "Sending due task" in log.read_text() or process.poll() is not None, "beat to send")
    assert "Sending due task /i/…" in log.read_text()
    assert SECRET not in log.read_text()
    app.control.purge()


@pytest.mark.whole
@pytest.mark.django_db(transaction=True)
def test_a_real_web_process_logs_no_secret(tmp_path: Path) -> None:
    """It runs without daphne's access log (odinsite.web). Pages fail, because no static files were collected; daphne
    looks for failures once a second.
    """
    log, port = tmp_path / "web.log", free_port()
    server = ("-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(port), "odinsite.asgi:application")
    with running(*server, log=log, PUBLIC_URL=f"http://127.0.0.1:{port}") as process:
        wait_for_port(port, process, log)
        paths = (f"m/{SECRET}/x", f"accounts/password/reset/key/1-{SECRET}/x", f"i/{SECRET}/")
        with ThreadPoolExecutor() as pool:
            addresses = [f"http://127.0.0.1:{port}/{path}" for path in paths]
            answers = [pool.submit(urllib.request.urlopen, address, timeout=PATIENCE) for address in addresses]
        assert [type(answer.exception()) for answer in answers] == [urllib.error.HTTPError] * 3
        wait_until(lambda: log.read_text().count("Exception inside application") == 3, "the failures in the log")
    assert "'path': 'm/…" in log.read_text()
    assert SECRET not in log.read_text()


COMMAND = "import logging; logging.warning('/m/{0}/'); raise ValueError('/stop/{0}/')"


@pytest.mark.whole
@pytest.mark.django_db(transaction=True)
def test_a_command_logs_no_secret(tmp_path: Path) -> None:
    log = tmp_path / "command.log"
    with running("manage.py", "shell", "-c", COMMAND.format(SECRET), log=log) as process:
        assert process.wait(PATIENCE) == 1
    assert "WARNING root /m/…" in log.read_text()
    assert "ValueError: /stop/…" in log.read_text()
    assert SECRET not in log.read_text()


@pytest.mark.parametrize(("file", "line"), [("nginx.conf", r'"~(\^.*)" \$'), ("Caddyfile", r"regexp (\^\S*)\.\* ")])
def test_the_proxies_logs_hide_what_the_sites_own_hide(file: str, line: str) -> None:
    found = re.search(line, (ROOT / "docker" / file).read_text(encoding="utf-8"))
    assert found
    hidden = re.compile(found[1].replace("(?<", "(?P<"))
    for path in SECRET_PATHS:
        for address in (
            f"/{path}/{SECRET}/",
            f"/accounts/login/?next=/{path}/{SECRET}/",
            f"/x?next=%2F{path}%2F{SECRET}",
        ):
            shown = hidden.match(address)
            assert shown, address
            assert SECRET not in shown[0]
    assert not hidden.match("/g/abc/")
