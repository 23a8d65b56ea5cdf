"""Metrics of a site with two web processes and a worker, and of one whose processes were killed."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from websockets.sync.client import connect
from websockets.typing import Origin

from accounts.models import User
from games.health.client import client
from games.health.heartbeats import FIGURES_LAST_S, KEY
from games.lobby.services import NewGame
from games.models import Game
from odinsite.celery import app
from tests.embedded.running import Visitor, wait_until
from tests.factories import make_person
from tests.games_laid import lay_game
from tests.live.children import Web, running, web
from tests.live.pages import cookie_of
from tests.metrics.reading import TOKEN, Metrics, metrics_at
from tests.metrics.written_mail import mail_row

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]

CELERY = ("-m", "celery", "-A", "odinsite", "worker", "-c", "1", "--without-gossip", "--without-mingle")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    app.control.purge()
    client().delete(KEY)
    yield tmp_path
    client().delete(KEY)
    app.control.purge()


@contextmanager
def opened(site: Web, game: Game, user: User | None = None) -> Iterator[tuple[Any, Any]]:
    """A page's socket, and its first message."""
    cookies = {"Cookie": cookie_of(user)} if user is not None else {}
    address = f"ws://{site.address}/ws/games/{game.public_id}/"
    with connect(address, origin=Origin(f"http://{site.address}"), additional_headers=cookies) as socket:
        yield socket, json.loads(socket.recv(20))


def until(site: Web, name: str, labels: tuple[str, ...], value: float) -> Metrics:
    """The metrics, once a sample has this value."""
    found: list[Metrics] = []

    def met() -> bool:
        found[:] = [metrics_at(site.address)]
        return found[0].of(name).get(labels) == value

    wait_until(met, f"{name}{labels} to be {value}")
    return found[0]


def test_any_web_process_tells_of_all_and_the_killed_one_takes_its_sockets_along(folder: Path) -> None:
    alice, bob = make_person("alice"), make_person("bob")
    game = lay_game([alice, bob], NewGame(seats=2, pace="1d"))
    with (
        web(folder / "first.log", METRICS_TOKEN=TOKEN) as first,
        web(folder / "second.log", METRICS_TOKEN=TOKEN) as second,
        ExitStack() as sockets,
    ):
        people = {0: alice, 1: bob}
        assert game.to_act is not None
        mine, view = sockets.enter_context(opened(second, game, people[game.to_act]))
        others = [opened(second, game), opened(second, game), opened(second, game)]
        others.append(opened(first, game, people[1 - game.to_act]))
        pages = [mine, *(sockets.enter_context(other)[0] for other in others)]
        mine.send(json.dumps({"type": "turn", "version": view["version"], "turn": view["legal"][0]}))
        for page in pages:
            assert json.loads(page.recv(20))["type"] == "turn"
        mine.send(json.dumps({"type": "turn", "version": view["version"], "turn": view["legal"][0]}))
        assert json.loads(mine.recv(20))["error"] == "stale_version"

        # A process stores its counts at its heartbeats, and counted the refusal last.
        found = until(first, "odin_refusals_total", ("stale_version",), 1)
        assert found.of("odin_turns_total")["socket",] == 1
        assert found.of("odin_turn_told_seconds_count")[()] == 2
        until(first, "odin_sockets_open", ("visitor",), 3)
        assert metrics_at(second.address).of("odin_processes")["web",] == 2
        assert found.of("odin_pool_max")[()] == 40

        second.process.kill()
        second.process.wait(20)
        _let_pass(second.address.rpartition(":")[2])
        found = until(first, "odin_sockets_open", ("account",), 1)
        assert found.of("odin_sockets_open")["visitor",] == 0
        # What it counted before stays.
        assert found.of("odin_turns_total")["socket",] == 1
        with web(folder / "third.log", METRICS_TOKEN=TOKEN) as third:
            assert metrics_at(third.address).of("odin_turns_total")["socket",] == 1


def _let_pass(port: str) -> None:
    """Age the heartbeat of the process at this port, as if it had been silent for long."""
    found: Any = client().hgetall(KEY)
    [name] = [name for name in found if name.decode().endswith(port)]
    said = json.loads(found[name])
    client().hset(KEY, name, json.dumps(said | {"at": time.time() - FIGURES_LAST_S - 1}))


def test_a_workers_tasks_and_emails_are_counted(folder: Path) -> None:
    alice = make_person("alice")
    mails = {"EMAIL_URL": "smtp://127.0.0.1:1"}
    with web(folder / "web.log", METRICS_TOKEN=TOKEN) as site:
        row = mail_row(alice)
        with running(*CELERY, "-n", "one@here", "-Q", "mail,bots", "-l", "warning", log=folder / "worker.log", **mails):
            app.send_task("accounts.tasks.mail_send", (row.pk,))
            app.send_task("games.tasks.bot_turn_play", (0, 0))
            found = until(site, "odin_messages_total", ("account_mail", "waiting"), 1)
            until(site, "odin_tasks_total", ("ok", "bot_turn_play"), 1)
            assert found.of("odin_queue_length")["mail",] == 0
    assert "alice" not in found.text


SECRETS = (
    "/m/s3cr3tt0ken/", "/accounts/password/reset/key/1-s3cr3tt0ken/", "/calendar/s3cr3tt0ken.ics", "/players/alice/",
    "/g/s3cr3tt0/", "/nowhere/s3cr3tt0ken", "/games/?q=s3cr3tt0ken", "/api/v1/games/s3cr3tt0",
    "/admin/games/game/7/change/",
)  # fmt: skip


def test_labels_are_names_in_the_code(folder: Path) -> None:
    """No address, name or token becomes a label, and no stranger can make new ones."""
    make_person("alice")
    with web(folder / "web.log", METRICS_TOKEN=TOKEN, DEBUG="1") as site:
        for path in (*SECRETS, *(f"/nowhere/s3cr3t{number}" for number in range(20))):
            Visitor().get(f"http://{site.address}{path}")
        found = metrics_at(site.address)
        assert "s3cr3t" not in found.text
        assert "alice" not in found.text
        counted = found.of("odin_requests_total")
        assert {route for route, _status in counted} <= routes()
        assert (counted.get(("-", "404")), counted.get(("games:mail_turn", "404"))) == (22, 1), counted
        # A wrong token is answered without Django.
        assert Visitor().get(f"http://{site.address}/metrics")[0] == 404
        assert metrics_at(site.address).of("odin_requests_total") == counted


def routes() -> set[str]:
    """All names that the label may have."""
    return {"-", "admin", "probe", "static", *_names(get_resolver(), "")}


def _names(resolver: URLResolver, namespace: str) -> Iterator[str]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield f"{namespace}{pattern.name or pattern.lookup_str}"
        else:
            yield from _names(pattern, f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace)
