"""The files of a deployment know the metrics, and hide them from the world."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from accounts.metrics.counters import Histogram, ProcessCounter
from games.health import heartbeats, sweep_ends
from odinsite.metrics.exposition import metrics_text
from tests.metrics.reading import Metrics

DOCKER = Path(__file__).resolve().parents[2] / "docker"
NAME = re.compile(r"\bodin_[a-z_]+")
PARTS = re.compile(r"_(bucket|sum|count)$")


@pytest.fixture
def shown(transactional_db: None) -> dict[str, set[str]]:
    """The labels of each metric that the page has when everything was counted once."""
    for counter in ProcessCounter.registry.values():
        values = ["word"] * len(counter.labels)
        counter.observe(0.1, *values) if isinstance(counter, Histogram) else counter.add(*values)
    heartbeats.heartbeat_send("web@here:1")
    sweep_ends.sweeps_expect()
    found = Metrics(metrics_text("")[0].decode())
    heartbeats.heartbeat_end("web@here:1")
    return {PARTS.sub("", each.name): set(each.labels) - {"le"} for each in found.samples}


def dashboard() -> Any:
    return json.loads((DOCKER / "grafana/odin.json").read_text())


def alerts() -> list[dict[str, Any]]:
    [group] = yaml.safe_load((DOCKER / "prometheus/alerts.yml").read_text())["groups"]
    rules: list[dict[str, Any]] = group["rules"]
    return rules


def queries() -> Iterator[str]:
    for panel in dashboard()["panels"]:
        yield from (target["expr"] for target in panel.get("targets", ()))
    for rule in alerts():
        yield rule["expr"]
    for scaled in yaml.safe_load_all((DOCKER / "kubernetes/keda/scaled.yaml").read_text()):
        yield from (each["metadata"]["query"] for each in scaled["spec"]["triggers"] if each["type"] == "prometheus")


def test_the_page_about_metrics_describes_each_with_its_labels(shown: dict[str, set[str]]) -> None:
    rows = re.findall(r"^\| (`odin_.*?) \|(.*?)\| .+ \|$", (DOCKER / "metrics.md").read_text(), re.MULTILINE)
    described = {name: set(re.findall(r"`(\w+)`", labels)) for names, labels in rows for name in NAME.findall(names)}
    assert described == shown


def test_alerts_dashboard_and_autoscaling_ask_for_what_there_is(shown: dict[str, set[str]]) -> None:
    for query in queries():
        for name in NAME.findall(query):
            assert PARTS.sub("", name) in shown, query
        for labels in re.findall(r"odin_\w+\{([^}]*)\}", query):
            assert set(re.findall(r"(\w+)(?:=|!=|=~)\"", labels)) <= set().union(*shown.values()), query
    asked = {PARTS.sub("", name) for query in queries() for name in NAME.findall(query)}
    assert asked >= shown.keys() - {"odin_sweep_interval_seconds", "odin_late_work_oldest_seconds"}


def test_each_alert_says_what_is_wrong_and_how_urgent_it_is() -> None:
    names = [rule["alert"] for rule in alerts()]
    assert len(set(names)) == len(names)
    for rule in alerts():
        assert rule["labels"]["severity"] in ("page", "warn")
        assert rule["annotations"]["summary"]


def test_the_dashboard_has_the_shape_that_grafana_imports() -> None:
    board = dashboard()
    assert {"uid", "title", "schemaVersion", "panels", "templating"} <= board.keys()
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    places: set[tuple[int, int]] = set()
    for panel in board["panels"]:
        at = panel["gridPos"]
        assert at["x"] + at["w"] <= 24
        covered = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not covered & places, panel["title"]
        places |= covered
        if panel["type"] != "row":
            assert panel["datasource"]["uid"] == "${datasource}"
            assert len({target["refId"] for target in panel["targets"]}) == len(panel["targets"])


def test_proxies_hide_the_page_and_containers_publish_it_on_this_machine_only() -> None:
    nginx = (DOCKER / "nginx.conf").read_text()
    assert re.search(r"location = /metrics \{\s*return 404;\s*\}", nginx)
    assert re.search(r"^\s*respond /metrics 404$", (DOCKER / "Caddyfile").read_text(), re.MULTILINE)
    services = yaml.safe_load((DOCKER / "compose.yaml").read_text())["services"]
    published = [port for service in services.values() for port in service.get("ports", ())]
    assert published
    assert all(port.startswith("127.0.0.1:") for port in published)
