"""Access to /metrics, and what the page says about the site now."""

from __future__ import annotations

import gzip
import json
import time
from ipaddress import ip_network
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from prometheus_client.openmetrics.parser import text_string_to_metric_families
from pytest_django.fixtures import Settings

from accounts.sweeps import SWEEPS
from games.health import heartbeats, sweep_ends
from games.health.client import client
from games.queues import QUEUES
from odinsite.celery import app
from odinsite.metrics.page import MetricsPage
from tests.metrics.reading import TOKEN, Metrics, asked

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("async_database")]
BEARER = f"Bearer {TOKEN}"


async def elsewhere(scope: Any, receive: Any, send: Any) -> None:
    raise AssertionError(scope["path"])


@pytest.fixture
def page() -> MetricsPage:
    return MetricsPage(elsewhere)


@pytest.fixture
def token(settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN


async def metrics(page: MetricsPage) -> Metrics:
    status, body, _headers = await asked(page, authorization=BEARER)
    assert status == 200
    return Metrics(body.decode())


@pytest.mark.asyncio
async def test_nobody_reads_it_unless_the_operator_says_so(page: MetricsPage) -> None:
    for sent in ("", "Bearer ", BEARER, "Basic eDp5"):
        status, body, _headers = await asked(page, "127.0.0.1", authorization=sent)
        assert (status, body) == (404, b"Not found.\n")


@pytest.mark.asyncio
@pytest.mark.usefixtures("token")
async def test_a_token_opens_it(page: MetricsPage) -> None:
    for sent in ("", "Bearer", f"Bearer {TOKEN[:-1]}", f"Bearer {TOKEN}x", f"Basic {TOKEN}", f"Bearer {TOKEN}é"):
        assert (await asked(page, authorization=sent))[0] == 404
    assert (await asked(page, method="POST", authorization=BEARER))[0] == 404
    status, body, headers = await asked(page, authorization=BEARER)
    assert status == 200
    assert headers["content-type"].startswith("text/plain; version=")
    assert headers["cache-control"] == "no-store"
    assert int(headers["content-length"]) == len(body)


@pytest.mark.asyncio
async def test_a_network_reads_it_directly_but_not_through_a_proxy(page: MetricsPage, settings: Settings) -> None:
    settings.METRICS_NETWORKS = [ip_network("10.1.0.0/16"), ip_network("127.0.0.0/8")]
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    for near in ("10.1.2.3", "127.0.0.1", "::ffff:10.1.2.3"):
        assert (await asked(page, near))[0] == 200
    assert (await asked(page, "10.2.0.1"))[0] == 404
    for name in ("x_forwarded_for", "x_forwarded_proto", "x_forwarded_host", "forwarded", "via", "x_real_ip"):
        assert (await asked(page, "127.0.0.1", **{name: "10.1.2.3"}))[0] == 404


@pytest.mark.asyncio
@pytest.mark.usefixtures("token")
async def test_prometheus_gets_openmetrics_packed(page: MetricsPage) -> None:
    accept = "application/openmetrics-text;version=1.0.0,text/plain;q=0.5"
    _status, body, headers = await asked(page, authorization=BEARER, accept=accept, accept_encoding="gzip")
    assert headers["content-type"].startswith("application/openmetrics-text")
    assert headers["content-encoding"] == "gzip"
    text = gzip.decompress(body).decode()
    assert [*text_string_to_metric_families(text)]  # type: ignore[no-untyped-call]


@pytest.mark.asyncio
@pytest.mark.usefixtures("token")
async def test_it_counts_waiting_tasks_and_the_age_of_the_oldest(page: MetricsPage) -> None:
    app.control.purge()
    app.send_task("games.tasks.bot_turn_play", [0, 0])
    [first] = await _waiting("bots")
    # The first one was sent a minute ago.
    first["headers"]["odin_sent_at"] -= 60
    await _replace("bots", first)
    app.send_task("games.tasks.bot_turn_play", [0, 1])
    found = await metrics(page)
    assert found.of("odin_queue_length") == {(name,): 2 if name == "bots" else 0 for name in QUEUES}
    ages = found.of("odin_queue_oldest_seconds")
    assert 60 <= ages["bots",] < 90
    assert ages["mail",] == 0
    app.control.purge()


async def _waiting(queue: str) -> list[dict[str, Any]]:
    found: Any = client().lrange(queue, 0, -1)
    return [json.loads(message) for message in found]


async def _replace(queue: str, message: dict[str, Any]) -> None:
    client().delete(queue)
    client().lpush(queue, json.dumps(message))


@pytest.mark.asyncio
@pytest.mark.usefixtures("token")
async def test_it_tells_when_each_sweep_ended(page: MetricsPage) -> None:
    client().delete(sweep_ends.KEY)
    sweep_ends.sweeps_expect()
    client().hset(sweep_ends.KEY, "mails_queue", json.dumps({"at": time.time() - 500, "every_s": 15.0}))
    found = await metrics(page)
    ages = found.of("odin_sweep_age_seconds")
    assert ages.keys() == {(name,) for name in SWEEPS}
    assert 500 <= ages["mails_queue",] < 530
    assert found.of("odin_sweep_interval_seconds")["mails_queue",] == 15
    client().delete(sweep_ends.KEY)


@pytest.mark.asyncio
@pytest.mark.usefixtures("token")
async def test_a_silent_process_takes_its_sockets_along(page: MetricsPage) -> None:
    client().delete(heartbeats.KEY)
    figures = {"sockets_all": 7, "sockets_visitors": 2, "pool_used": 3, "pool_max": 20, "pool_waiting": 1}
    heartbeats.heartbeat_send("web@here:1", figures=figures)
    heartbeats.heartbeat_send("web@here:2", figures=figures)
    heartbeats.heartbeat_send("first@here", ["clocks"])
    found = await metrics(page)
    assert found.of("odin_sockets_open") == {("account",): 10, ("visitor",): 4}
    assert [found.of(f"odin_pool_{name}")[()] for name in ("used", "max", "waiting")] == [6, 40, 2]
    assert found.of("odin_processes") == {("web",): 2, ("worker",): 1, ("scheduler",): 0}
    assert found.of("odin_queue_served") == {(name,): float(name == "clocks") for name in QUEUES}
    old = {"at": time.time() - heartbeats.FIGURES_LAST_S - 1, "queues": [], "figures": figures}
    client().hset(heartbeats.KEY, "web@here:2", json.dumps(old))
    # A process of the version before sends no figures.
    client().hset(heartbeats.KEY, "web@here:3", json.dumps({"at": time.time(), "queues": []}))
    found = await metrics(page)
    assert found.of("odin_sockets_open") == {("account",): 5, ("visitor",): 2}
    client().delete(heartbeats.KEY)


@pytest.mark.asyncio
@pytest.mark.usefixtures("token")
async def test_a_server_that_is_away_is_told_with_what_the_other_knows(
    page: MetricsPage, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as away:
        away.setitem(connection.settings_dict, "HOST", "/nowhere")
        found = await metrics(page)
    assert found.of("odin_ok") == {("database",): 0, ("disk",): 1, ("redis",): 1}
    assert found.of("odin_late_work") == {}
    assert found.of("odin_queue_length")
    settings.REDIS_CHANNELS_URL = "redis://127.0.0.1:1/0"
    found = await metrics(page)
    assert found.of("odin_ok") == {("database",): 1, ("disk",): 1, ("redis",): 0}
    assert found.of("odin_queue_length")
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    found = await metrics(page)
    assert found.of("odin_ok") == {("database",): 1, ("disk",): 1, ("redis",): 0}
    assert found.of("odin_late_work")["late_clocks",] == 0
    assert found.of("odin_queue_length") == {}


def test_django_itself_knows_no_such_address(client: Client) -> None:
    assert client.get("/metrics").status_code == 404
