"""Processor time, queries and buffers."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.db import connection
from django.test import Client

from accounts.models import User
from tests.bench.growing.sites import Site
from tests.bench.growing.visits import Visit

ROUNDS = 3
TRIES = 2
# Ratios below this are not measured again: other load only adds to times.
ENOUGH = 1.15


def processor_ms() -> float:
    """The processor time so far of this process and of PostgreSQL's for its connection, in milliseconds. Unlike elapsed
    time, it barely depends on what else the machine does.
    """
    connection.ensure_connection()
    schedule = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat").read_text(encoding="ascii")
    return time.process_time() * 1000 + int(schedule.split()[0]) / 1e6


class Query:
    """A query of a page, and what PostgreSQL says about it."""

    def __init__(self, sql: str, plan: dict[str, Any]) -> None:
        self.sql = sql
        self.plan = plan

    @property
    def buffers(self) -> int:
        top = self.plan["Plan"]
        return int(top["Shared Hit Blocks"] + top["Shared Read Blocks"])


@dataclass(slots=True)
class Cost:
    """The cost of one visit in one site, for the person with a long past (`heavy`) or the other one."""

    site: Site
    person: User
    path: str
    client: Client
    ms: float = math.inf
    queries: list[Query] = field(default_factory=list)

    @property
    def heavy(self) -> bool:
        return self.person == self.site.heavy

    @property
    def buffers(self) -> int:
        return sum(query.buffers for query in self.queries)

    def visit(self) -> None:
        """Visit the page a few times and note the least time."""
        self.site.enter()
        for place in range(ROUNDS + 1):
            self.site.forget()
            began = processor_ms()
            body(self.client.get(self.path))
            took = processor_ms() - began
            self.ms = min(self.ms, took) if place else self.ms


def costs_of(visit: Visit, sites: Sequence[Site]) -> list[Cost]:
    """The visit's costs in all sites for both people. Visits take turns, so that other load meets all of them."""
    costs = []
    for site in sites:
        site.enter()
        for person in (site.heavy, site.ordinary):
            client = site.browser(visit.visitor(site, person))
            costs.append(Cost(site, person, visit.path(site, person), client))
    for _try in range(TRIES):
        for cost in costs:
            cost.visit()
        if max(cost.ms for cost in costs) < ENOUGH * min(cost.ms for cost in costs):
            break
    for cost in costs:
        cost.site.enter()
        answer = cost.client.get(cost.path)
        if answer.status_code != HTTPStatus.OK:
            raise RuntimeError(f"{cost.path} answers {answer.status_code}")
        body(answer)
        cost.site.forget()
        cost.queries = explained(lambda cost=cost: body(cost.client.get(cost.path)))  # type: ignore[misc]
    return costs


def body(answer: Any) -> bytes:
    """The whole answer, which may be streamed."""
    if not answer.streaming:
        return bytes(answer.content)
    if answer.is_async:
        raise RuntimeError("this bench reads no asynchronous streams")
    return b"".join(answer.streaming_content)


def explained(act: Callable[[], object]) -> list[Query]:
    """The queries of `act`, each with its plan. Reading ones run twice."""
    found: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001 # Django's signature
        found.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        act()
    return [Query(sql, _plan(sql, params)) for sql, params in found if sql.startswith(("SELECT", "WITH", "("))]


def _plan(sql: str, params: Any) -> dict[str, Any]:
    if "FOR UPDATE" in sql or "FOR NO KEY" in sql or "_lock(" in sql:
        return {"Plan": {"Shared Hit Blocks": 0, "Shared Read Blocks": 0}}
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", params)
        (plan,) = cursor.fetchone()
    found: dict[str, Any] = (json.loads(plan) if isinstance(plan, str) else plan)[0]
    return found
