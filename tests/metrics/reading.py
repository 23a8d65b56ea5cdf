"""Reads /metrics as Prometheus does."""

from __future__ import annotations

from typing import Any
from urllib.request import Request, urlopen

from asgiref.testing import ApplicationCommunicator
from prometheus_client.parser import text_string_to_metric_families

TOKEN = "m7Kq2xWv9Rt4Zp8LdN3sYb6HcJ5fGa1e"
Values = dict[tuple[str, ...], float]


class Metrics:
    """The samples of an answer."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]

    def of(self, name: str) -> Values:
        """The values of a sample by those of its labels, which come in the order of the alphabet."""
        return {tuple(each.labels.values()): each.value for each in self.samples if each.name == name}


def metrics_at(address: str) -> Metrics:
    request = Request(f"http://{address}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urlopen(request, timeout=20) as answer:
        return Metrics(answer.read().decode())


async def asked(
    application: Any, client: str = "203.0.113.9", method: str = "GET", **headers: str
) -> tuple[int, bytes, dict[str, str]]:
    """Status, body and headers of an answer to a request for /metrics from the address `client`."""
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "path": "/metrics", "method": method, "headers": named, "client": [client, 5000]}
    talk: Any = ApplicationCommunicator(application, scope)  # type: ignore[no-untyped-call]
    await talk.send_input({"type": "http.request", "body": b"", "more_body": False})
    start = await talk.receive_output(20)
    body = await talk.receive_output(20)
    told = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], body["body"], told
