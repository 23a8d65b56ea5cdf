"""Errors reach a server that takes Sentry's envelopes, without secrets, and the library is loaded for that alone."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from typing import Any

import pytest
from django.test import override_settings

from accounts.tracing.work import working
from odinsite.alarms.sentry import SentryHandler
from tests.alarms.failing import PLANTED, log_failure
from tests.alarms.receiver import Receiver, receiving
from tests.live.children import ROOT, environment


def events(server: Receiver) -> list[Any]:
    return [json.loads(body.splitlines()[2]) for body in server.bodies]


def test_an_error_is_an_event_without_secrets_variables_or_bodies() -> None:
    log = logging.getLogger("odin.failing")
    with receiving() as server, override_settings(SENTRY_DSN=f"http://key@127.0.0.1:{server.port}/7"):
        handler = SentryHandler()
        log.addHandler(handler)
        try:
            with working() as work:
                log_failure(times=3)
            handler._pool().submit(bool).result(60)
        finally:
            log.removeHandler(handler)
        [event] = events(server)
    assert event["logentry"] == {"formatted": "Failed: /i/…/"}
    [error] = event["exception"]["values"]
    assert error["type"] == "ValueError"
    assert error["value"].startswith("no … at /m/…")
    assert [frame["function"] for frame in error["stacktrace"]["frames"]] == ["log_failure", "fail"]
    assert event["tags"]["id"] == work.id
    assert not {"request", "user", "extra", "breadcrumbs", "modules", "contexts"} & event.keys()
    assert "vars" not in error["stacktrace"]["frames"][0]
    # Not even in the source lines around the failure, where the test itself has them.
    sent = json.dumps({**event, "exception": error["value"]}, ensure_ascii=False)
    for planted in PLANTED:
        assert planted not in sent


LOADED = "import django, sys; django.setup(); print('sentry_sdk' in sys.modules)"


@pytest.mark.whole
@pytest.mark.django_db
@pytest.mark.parametrize(("dsn", "said"), [("", "False\n"), ("https://key@sentry.example/1", "True\n")])
def test_without_an_address_the_library_is_not_loaded(dsn: str, said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED],
        cwd=ROOT,
        env=environment(SENTRY_DSN=dsn, DJANGO_SETTINGS_MODULE="odinsite.settings"),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.stdout, done.returncode) == (said, 0), done.stderr


FAILS = "import logging; logging.getLogger('odin').error('Failed: /m/{0}/'); raise ValueError('/stop/{0}/')"


@pytest.mark.whole
@pytest.mark.django_db
def test_a_commands_failure_arrives_before_it_ends() -> None:
    with receiving() as server:
        done = subprocess.run(
            [sys.executable, "manage.py", "shell", "-c", FAILS.format("5ec7e7")],
            cwd=ROOT,
            env=environment(SENTRY_DSN=f"http://key@127.0.0.1:{server.port}/7"),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 1
        found = events(server)
    assert sorted(event["level"] for event in found) == ["error", "fatal"], done.stderr
    assert "5ec7e7" not in json.dumps([event["logentry"] for event in found])
