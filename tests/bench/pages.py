"""The admin's pages and their costs: queries, and time in a small and a large database."""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.contrib import admin
from django.core.cache import cache
from django.db import connection
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.http import urlencode

from accounts.models import User
from tests.bench.million.plan import Plan, handle_of, public_id_of
from tests.factories import log_in_with_code

ROUNDS = 3
TRIES = 12
# Ratios below this are not measured again.
ENOUGH = 1.7
# Numbers that a small site has too (tests.bench.million.plan): a finished game, a running game, a busy person, an
# ordinary one.
FINISHED, RUNNING = 700, 211
BUSY, SELDOM = 3, 25
# A bot's account has a seat in a fifteenth of all games.
BOT = "Berserker"
BOSS = "bench-boss"


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the admin. `plain` is the path of the list that it filters, "" for other pages."""

    path: str
    plain: str = ""


@dataclass(frozen=True, slots=True)
class Cost:
    """A page's queries in the large database, and its time in both, in milliseconds.

    `plain_ms`: the whole list in the small database. A filter may find more rows in the large one, so the longer of the
    two small times counts.
    """

    page: Page
    queries: int
    small_ms: float
    large_ms: float
    plain_ms: float

    @property
    def ratio(self) -> float:
        return self.large_ms / max(self.small_ms, self.plain_ms)


@dataclass(frozen=True, slots=True)
class Site:
    """A loaded database, an administrator's browser in it, and what was loaded."""

    name: str
    plan: Plan
    browser: Client
    boss: User

    def enter(self) -> None:
        connect(self.name)
        cache.clear()


def connect(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name


def site_of(name: str, plan: Plan) -> Site:
    browser = Client(headers={"host": "localhost"})
    boss = User.objects.create_superuser(BOSS, f"{BOSS}@example.org")
    log_in_with_code(browser, boss)
    return Site(name, plan, browser, boss)


def costs(small: Site, large: Site, wanted: str = "") -> Iterator[Cost]:
    """The costs of each page whose path contains `wanted`, in both sites."""
    large.enter()
    plain: dict[str, float] = {}
    for page in [page for page in pages_of(large, wanted) if wanted in page.path]:
        cost = _cost(small, large, page, plain.get(page.plain, 0.0))
        if page.path == page.plain:
            plain[page.path] = cost.small_ms
        yield cost


def _cost(small: Site, large: Site, page: Page, plain_ms: float) -> Cost:
    """Repeats visits, TRIES at most, until the ratio is good: other load only adds to times."""
    small_ms = large_ms = math.inf
    for _try in range(TRIES):
        small.enter()
        small_ms = min(small_ms, _quickest(small.browser, page.path))
        large.enter()
        large_ms = min(large_ms, _quickest(large.browser, page.path))
        if large_ms < ENOUGH * max(small_ms, plain_ms):
            break
    return Cost(page, queries_of(large.browser, page.path), small_ms, large_ms, plain_ms)


def pages_of(site: Site, wanted: str = "") -> Iterator[Page]:
    """The addresses of every list, its filters and its search, and of pages that are no lists. If `wanted` is a path,
    other lists are left out, because finding filters takes a visit. Searches look for ids that also exist on a small
    site.
    """
    # Asked first, as the admin's pages are found with its addresses.
    index = reverse("admin:index")
    for model, pages in admin.site._registry.items():
        path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        if not wanted.startswith("/") or wanted.partition("?")[0] in path:
            yield from _list_pages(site, path, pages)
    yield Page(index)
    for game in (FINISHED, RUNNING):
        yield Page(reverse("admin:games_game_change", args=[site.plan.first_game + game]))
    for person in (BUSY, SELDOM):
        yield Page(reverse("admin:accounts_user_change", args=[site.plan.first_person + person]))


def _list_pages(site: Site, path: str, pages: Any) -> Iterator[Page]:
    if site.browser.get(path).status_code == HTTPStatus.FOUND:
        # With a single row its page replaces the list.
        return
    yield Page(path, path)
    request = RequestFactory().get(path)
    request.user = site.boss
    shown = pages.get_changelist_instance(request)
    for filtered in shown.filter_specs:
        # The first choice is all rows.
        for choice in list(filtered.choices(shown))[1:]:
            yield Page(path + choice["query_string"], path)
    if pages.search_fields:
        person = handle_of(SELDOM)
        terms = (person, handle_of(BUSY), BOT, f"{person}@example.org", public_id_of(RUNNING), "nobody-at-all")
        for term in terms:
            yield Page(f"{path}?{urlencode({'q': term})}", path)


def queries_of(browser: Client, path: str) -> int:
    with _counted() as count:
        answer = browser.get(path)
    if answer.status_code != HTTPStatus.OK:
        raise RuntimeError(f"{path} answers {answer.status_code}")
    return count[0]


def _quickest(browser: Client, path: str) -> float:
    """Milliseconds of the quickest of several visits, after a first one."""
    times = []
    for _round in range(ROUNDS + 1):
        began = time.perf_counter()
        browser.get(path)
        times.append((time.perf_counter() - began) * 1000)
    return min(times[1:])


@contextmanager
def _counted() -> Iterator[list[int]]:
    count = [0]

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001 # Django's signature
        count[0] += 1
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield count
