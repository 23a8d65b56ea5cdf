"""A Prometheus that reads a site, with the deployment's alerts in a hurry."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import urlopen

import yaml

from tests.embedded.running import Visitor, wait_until
from tests.live.children import free_port, wait_for_port
from tests.metrics.reading import TOKEN

RULES = Path(__file__).resolve().parents[2] / "docker/prometheus/alerts.yml"
# Minutes of the alerts become seconds, and the rates of some minutes become those of one.
HURRY = ((r"for: \w+", "for: 0s"), (r"\[\d+m\]", "[1m]"), (r"> 120\b", "> 5"), (r"\+ 300\b", "+ 0"))
PATIENCE_S = 120.0
OK = 200


def alert_names() -> set[str]:
    [group] = yaml.safe_load(RULES.read_text())["groups"]
    return {rule["alert"] for rule in group["rules"]}


class Prometheus:
    """`fired` has the names of all alerts that a test has seen."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.fired: set[str] = set()

    def asked(self, path: str) -> Any:
        with urlopen(f"http://{self.address}/api/v1/{path}", timeout=20) as answer:
            return json.load(answer)["data"]

    def firing(self) -> set[str]:
        return {each["labels"]["alertname"] for each in self.asked("alerts")["alerts"]}

    def await_alerts(self, *names: str) -> None:
        """Wait until each of them has fired."""

        def met() -> bool:
            self.fired |= self.firing()
            return self.fired >= set(names)

        wait_until(met, f"{names}", PATIENCE_S, tick=1.0)

    def await_value(self, query: str, value: float) -> None:
        def met() -> bool:
            found = self.asked(f"query?query={quote(query)}")["result"]
            return [float(each["value"][1]) for each in found] == [value]

        wait_until(met, query, PATIENCE_S, tick=1.0)

    def scrapes(self) -> int:
        """How many answers of the site it has read."""
        [found] = self.asked("query?query=count_over_time(odin_build_info[1h])")["result"] or [{"value": [0, "0"]}]
        return int(found["value"][1])


@contextmanager
def prometheus(folder: Path, site: str) -> Iterator[Prometheus]:
    """Debian's `prometheus` package has the program."""
    program = shutil.which("prometheus")
    assert program is not None, "apt-get install prometheus"
    port = free_port()
    address = f"127.0.0.1:{port}"
    _write(folder, site)
    options = ("--log.level=error", f"--web.listen-address={address}", f"--storage.tsdb.path={folder / 'data'}")
    log = folder / "prometheus.log"
    with log.open("ab") as output:
        running = subprocess.Popen(
            [program, f"--config.file={folder / 'prometheus.yml'}", *options], stdout=output, stderr=output
        )
    try:
        wait_for_port(port, running, log)
        wait_until(lambda: Visitor().get(f"http://{address}/-/ready")[0] == OK, "Prometheus", PATIENCE_S)
        yield Prometheus(address)
    finally:
        running.kill()
        running.wait(20)


def _write(folder: Path, site: str) -> None:
    rules = RULES.read_text()
    for minutes, seconds in HURRY:
        rules = re.sub(minutes, seconds, rules)
    (folder / "alerts.yml").write_text(rules)
    (folder / "token").write_text(TOKEN)
    config = {
        "global": {"scrape_interval": "5s", "scrape_timeout": "5s", "evaluation_interval": "2s"},
        "rule_files": ["alerts.yml"],
        "scrape_configs": [
            {
                "job_name": "odin",
                "authorization": {"credentials_file": str(folder / "token")},
                "static_configs": [{"targets": [site]}],
            }
        ],
    }
    (folder / "prometheus.yml").write_text(yaml.safe_dump(config))
