"""Spans for OpenTelemetry: of requests, turns, queries and tasks, without secrets; none unless a variable asks."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.urls import get_resolver

from odinsite.celery import app
from odinsite.version import VERSION
from tests.api.programs import token_text
from tests.deploy.test_logs import SECRET, secret_addresses
from tests.embedded.running import ROOT, Visitor, wait_until
from tests.factories import make_person
from tests.live.children import Web, environment, free_port, running, web
from tests.logs.collector import Collector, attributes, collector

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]
WORKER = ("-m", "celery", "-A", "odinsite", "worker", "-c", "1", "--without-gossip", "--without-mingle")
BOT_TURN = "games.tasks.bot_turn_play"
REQUEST = "POST api:take_turn"
# Redis's client looks for the libraries' metrics, if they are installed.
LOADED = """
import odinsite.asgi, odinsite.celery, sys
libraries = ("opentelemetry.exporter", "opentelemetry.sdk.trace", "opentelemetry.propagators")
tracing = ("odinsite.tracing.telemetry", *libraries)
print([name for name in sys.modules if name.startswith(tracing)])
"""
SERVICE = """
import odinsite.asgi
from odinsite.tracing.telemetry import service
print(service().attributes["service.name"], service().attributes["service.version"])
"""
ABSENT = "import sys; sys.modules['opentelemetry'] = None; import odinsite.asgi; print('It serves.')"


def test_a_turn_and_that_of_the_bot_after_it_are_one_trace_with_the_id_of_the_log(tmp_path: Path) -> None:
    app.control.purge()
    token = token_text(make_person("alice"))
    with collector() as taken:
        worker = running(*WORKER, log=tmp_path / "worker.log", **taken.variables())
        with web(tmp_path / "web.log", files=None, **taken.variables()) as site, worker:
            turn, work_id = turn_taken(site, token)
            # Those of both processes: each sends its own, and the one around all others last.
            wait_until(lambda: {BOT_TURN, REQUEST} <= set(names_of(taken, work_id)), "the spans of both")
    assert names_of(taken, work_id).count("turn") == 2
    spans = spans_of(taken, work_id)
    logged = "".join(path.read_text() for path in tmp_path.glob("*.log"))
    queries = [int(number) for number in re.findall(rf"queries: (\d+).*\[{work_id}\]", logged)]
    assert len(queries) >= 2
    sent = [attributes(span) for span in spans if "db.query.text" in attributes(span)]
    assert sum(each.get("db.operation.batch.size", 1) for each in sent) == sum(queries)
    [request] = taken.named(REQUEST)
    assert attributes(request) == {
        "odin.id": work_id,
        "http.request.method": "POST",
        "http.route": "api:take_turn",
        "http.response.status_code": 200,
    }
    assert attributes(taken.named(BOT_TURN)[-1]) == {"odin.id": work_id, "odin.task.state": "SUCCESS"}
    for secret in (token, "alice", f"'{turn}'"):
        assert not any(secret.encode() in body for body in taken.receiver.bodies), secret
    app.control.purge()


def names_of(taken: Collector, work_id: str) -> list[str]:
    return [span.name for span in spans_of(taken, work_id)]


def spans_of(taken: Collector, work_id: str) -> list[Any]:
    """The spans in the trace of this piece of work."""
    spans = taken.spans()
    traces = {span.trace_id for span in spans if attributes(span).get("odin.id") == work_id}
    return [span for span in spans if span.trace_id in traces]


def turn_taken(site: Web, token: str) -> tuple[str, str]:
    """Take a turn against a bot, and return it with its request's id."""
    new = {"seats": 2, "bots": ["skald"], "target": None, "visibility": "private", "pace": "1d"}
    game = asked(site, token, "games", new)[0]["id"]
    asked(site, token, f"games/{game}/contribution", {"contribution": None})
    seen: dict[str, Any] = {}

    def is_due() -> bool:
        seen.update(asked(site, token, f"games/{game}")[0])
        return bool(seen["status"] == "running" and seen["to_act"] == seen["my_seat"])

    wait_until(is_due, "one's own turn")
    turn = next(text for text in seen["legal"] if text != "pass")
    _game, work_id = asked(site, token, f"games/{game}/turns", {"version": seen["version"], "turn": turn})
    return turn, work_id


def asked(site: Web, token: str, path: str, body: dict[str, Any] | None = None) -> tuple[Any, str]:
    """The answer's JSON, and the id of its request."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(f"http://{site.address}/api/v1/{path}", data, headers), timeout=60) as answer:
        return json.load(answer), answer.headers["X-Request-ID"]


def test_no_span_has_a_text_of_a_visitor(tmp_path: Path) -> None:
    with collector() as taken, web(tmp_path / "web.log", files=None, DEBUG="1", **taken.variables()) as site:
        for address in secret_addresses(get_resolver().url_patterns):
            Visitor().get(f"http://{site.address}{address}")
        with pytest.raises(HTTPError):
            urlopen(Request(f"http://{site.address}/rules/", method="MADE-UP"), timeout=60)
        Visitor().get(f"http://{site.address}/rules/?email=carol@example.org&turn=R5B6")
        wait_until(lambda: taken.named("GET games:rules"), "the last page's span")
    # A card alone has two letters, which the random ids of spans may have, too.
    for secret in (SECRET.encode(), b"MADE-UP", b"carol", b"example.org", b"R5B6"):
        assert not any(secret in body for body in taken.receiver.bodies), secret


def test_without_variables_nothing_is_loaded() -> None:
    assert printed(LOADED) == "[]"
    assert printed(LOADED, OTEL_TRACES_EXPORTER="none", OTEL_EXPORTER_OTLP_ENDPOINT="http://127.0.0.1:1") == "[]"


@pytest.mark.parametrize(
    ("variables", "name"),
    [
        ({}, "odin"),
        ({"OTEL_SERVICE_NAME": ""}, "odin"),
        ({"OTEL_RESOURCE_ATTRIBUTES": "a.b=c, service.name=cards"}, "cards"),
        ({"OTEL_RESOURCE_ATTRIBUTES": "service.name=cards", "OTEL_SERVICE_NAME": "club"}, "club"),
    ],
)
def test_the_variables_name_the_service(variables: dict[str, str], name: str) -> None:
    assert printed(SERVICE, OTEL_EXPORTER_OTLP_ENDPOINT="http://127.0.0.1:1", **variables) == f"{name} {VERSION}"


def test_without_the_libraries_the_site_serves_and_says_what_is_missing() -> None:
    said = printed(ABSENT, OTEL_EXPORTER_OTLP_ENDPOINT="http://127.0.0.1:1")
    assert "install the packages of the extra `tracing`" in said
    assert said.endswith("It serves.")


def test_a_collector_that_is_away_is_one_line_in_the_log(tmp_path: Path) -> None:
    log = tmp_path / "web.log"
    away = {"OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{free_port()}", "OTEL_BSP_SCHEDULE_DELAY": "100"}
    with web(log, files=None, **away, DEBUG="1", OTEL_EXPORTER_OTLP_TIMEOUT="2") as site:
        for _page in range(3):
            assert Visitor().get(f"http://{site.address}/rules/")[0] == 200
        wait_until(lambda: "opentelemetry" in log.read_text(), "a line about it")
    assert log.read_text().count(" opentelemetry.") == 1
    assert "Traceback" not in log.read_text()


def printed(code: str, **variables: str) -> str:
    """What a process of the site's prints and logs."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT, env=environment(**variables),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, check=True,
    )  # fmt: skip
    return done.stdout.strip()
