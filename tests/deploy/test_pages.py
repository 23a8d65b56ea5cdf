"""A page is one call of one thread, under any ASGI server."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import IO, Any, TypeVar
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.http.response import HttpResponseBase
from django.test import override_settings
from django.utils import translation

from accounts.models import User
from odinsite.web.limits import PageLimits
from odinsite.web.pages import Pages
from tests.embedded.running import wait_until
from tests.live.pages import cookie_of
from tests.password import PASSWORD

T = TypeVar("T")
Messages = list[dict[str, Any]]
TOKEN = "a" * 32


class CountingLoop(asyncio.SelectorEventLoop):
    """Counts what goes to threads and what comes back."""

    executed = 0
    woken = 0

    def run_in_executor(self, *args: Any) -> Any:  # type: ignore[override]
        self.executed += 1
        return super().run_in_executor(*args)

    def call_soon_threadsafe(self, *args: Any, **named: Any) -> asyncio.Handle:  # type: ignore[override]
        self.woken += 1
        return super().call_soon_threadsafe(*args, **named)


@pytest.fixture
def pages(transactional_db: None) -> Iterator[Pages]:
    found = Pages()
    yield found
    found.threads.shutdown()


def run(work: Callable[[], Coroutine[Any, Any, T]]) -> tuple[T, CountingLoop]:
    with asyncio.Runner(loop_factory=CountingLoop) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, CountingLoop)
        return runner.run(work()), loop


async def asked(
    pages: Pages,
    path: str,
    body: bytes | None = None,
    *,
    leaves: asyncio.Event | None = None,
    headers: dict[str, str] | None = None,
    root_path: str = "",
) -> Messages:
    """The messages sent for a request; its client stays unless it `leaves`."""
    scope = {
        "type": "http",
        "method": "GET" if body is None else "POST",
        "path": path,
        "root_path": root_path,
        "query_string": b"",
        "headers": [
            (name.replace("_", "-").encode(), value.encode())
            for name, value in ({"host": "127.0.0.1"} | (headers or {})).items()
        ],
        "client": ("127.0.0.1", 4711),
        "server": ("127.0.0.1", 80),
    }
    coming: Messages = [{"type": "http.request", "body": body or b"", "more_body": False}]
    sent: Messages = []

    async def receive() -> dict[str, Any]:
        if coming:
            return coming.pop()
        await (leaves or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)
        # As a server does while the client reads.
        await asyncio.sleep(0)

    await pages(scope, receive, send)
    return sent


Threads = frozenset[threading.Thread]


@pytest.fixture
def others() -> Threads:
    """Threads that other tests of this process left, which have the same names."""
    return frozenset(threading.enumerate())


def page_threads(others: Threads) -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("page") and thread not in others]


def status(messages: Messages) -> int:
    return int(messages[0]["status"])


def text(messages: Messages) -> str:
    return b"".join(message.get("body", b"") for message in messages[1:]).decode()


@pytest.mark.parametrize("signed_in", [False, True])
@pytest.mark.parametrize("path", ["/livez", "/healthz", "/rules/", "/", "/no/such/page/", "/settings/"])
def test_a_page_is_one_call(pages: Pages, alice: User, path: str, *, signed_in: bool) -> None:
    headers = {"cookie": cookie_of(alice)} if signed_in else {}
    messages, loop = run(lambda: asked(pages, path, headers=headers))
    assert status(messages) in (200, 302, 404)
    assert (loop.executed, loop.woken) == (1, 1)


def test_no_client_moves_the_sites_addresses(pages: Pages) -> None:
    page = text(run(lambda: asked(pages, "/rules/", root_path="//elsewhere.example"))[0])
    assert 'href="/rules/"' in page
    assert "elsewhere" not in page


def test_pages_one_after_the_other_share_a_thread_and_nothing_else(pages: Pages, alice: User, others: Threads) -> None:
    User.objects.filter(pk=alice.pk).update(language="de", time_zone="Asia/Tokyo")
    cookie = cookie_of(alice)

    async def visits() -> tuple[Messages, str, int, object, Messages]:
        first = await asked(pages, "/rules/", headers={"cookie": cookie})
        left = await pages.run_in_pool(
            lambda: (translation.get_language(), threading.get_ident(), connection.connection)
        )
        return first, *left, await asked(pages, "/rules/")

    (first, language, thread, borrowed, second), _loop = run(visits)
    assert 'lang="de"' in text(first)
    assert 'lang="en"' in text(second)
    assert (language, borrowed) == ("en", None)
    assert thread != threading.get_ident()
    # A thread may not yet have said that it is free.
    assert len(page_threads(others)) <= 2


def test_a_file_is_one_call_too(tmp_path: Path, db: None) -> None:
    words = "word " * 50_000
    (tmp_path / "long.txt").write_text(words)
    with override_settings(STATIC_ROOT=str(tmp_path)):
        messages, loop = run(lambda: asked(Pages(), "/static/long.txt"))
    assert (status(messages), text(messages)) == (200, words)
    assert dict(messages[0]["headers"])[b"Content-Length"] == str(len(words)).encode()
    assert (loop.executed, loop.woken) == (1, 1)


def export(pages: Pages, cookie: str, leaves: asyncio.Event | None = None) -> Coroutine[Any, Any, Messages]:
    return asked(
        pages,
        "/settings/export/",
        urlencode({"password": PASSWORD, "csrfmiddlewaretoken": TOKEN}).encode(),
        leaves=leaves,
        headers={
            "cookie": f"{cookie}; csrftoken={TOKEN}",
            "content_type": "application/x-www-form-urlencoded",
        },
    )


def connections_of_pages() -> set[int]:
    """The connections, by their processes. Those of earlier tests may end at any time."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        return {pid for (pid,) in cursor.fetchall()}


def test_a_download_is_sent_in_parts_and_gives_its_connections_back(pages: Pages, alice: User) -> None:
    cookie, before = cookie_of(alice), connections_of_pages()
    messages, _loop = run(lambda: export(pages, cookie))
    assert status(messages) == 200
    assert json.loads(text(messages))["account"]["handle"] == "alice"
    # A server's process ends a little after its connection.
    wait_until(lambda: connections_of_pages() <= before, "the end of the connections of pages")


def test_a_download_ends_when_its_client_leaves(pages: Pages, alice: User) -> None:
    cookie, before = cookie_of(alice), connections_of_pages()

    async def left() -> Messages:
        leaves = asyncio.Event()
        leaves.set()
        return await export(pages, cookie, leaves)

    messages, _loop = run(left)
    assert not messages or messages[-1].get("more_body", True)
    # A server's process ends a little after its connection.
    wait_until(lambda: connections_of_pages() <= before, "the end of the connections of pages")


def test_work_whose_caller_is_cancelled_goes_on_to_its_end(pages: Pages) -> None:
    begun, goes_on, ended = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        goes_on.wait()
        ended.set()

    async def cancelled() -> bool:
        task = asyncio.create_task(pages.run_in_pool(work))
        while not begun.is_set():
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled()

    assert run(cancelled)[0]
    goes_on.set()
    pages.threads.shutdown()
    assert ended.is_set()


def test_pages_at_once_have_a_thread_each(pages: Pages, others: Threads) -> None:
    together = threading.Barrier(20)

    async def work() -> None:
        await asyncio.gather(*(pages.run_in_pool(together.wait) for _each in range(20)))

    run(work)
    assert len(page_threads(others)) == 20


ONE = PageLimits(drawn={"network": 1, "visitors": 1, "session": 1}, wait_s=0.05)
HERE = {"client": ("127.0.0.1", 4711), "headers": []}


@pytest.mark.parametrize(
    ("body", "headers", "words"),
    [
        (None, {"accept-language": "en"}, "Try again in a few seconds."),
        (None, {"accept-language": "de"}, "in ein paar Sekunden"),
        (b"a=1", {"cookie": "django_language=en"}, "Nothing was saved."),
        (None, {"accept": "application/json"}, '"error": "too_many_pages"'),
    ],
)
def test_one_page_too_many_is_told_when_to_come_again(
    transactional_db: None, body: bytes | None, headers: dict[str, str], words: str
) -> None:
    busy = Pages(ONE)

    async def visits() -> tuple[Messages, Messages]:
        place = await busy.queue.enter(HERE)
        refused = await asked(busy, "/rules/", body, headers=headers)
        busy.queue.leave(place)
        return refused, await asked(busy, "/livez")

    refused, served = run(visits)[0]
    assert (status(refused), status(served)) == (503, 200)
    assert (b"Retry-After", b"5") in refused[0]["headers"]
    assert words in text(refused)
    busy.threads.shutdown()


def test_a_page_keeps_its_place_until_its_work_ends(transactional_db: None) -> None:
    """If it gave the place up, a client that keeps leaving immediately could have any number of threads."""
    begun, end = threading.Event(), threading.Event()

    class Slow(Pages):
        def _response(self, scope: Any, body: IO[bytes], began: float) -> HttpResponseBase:
            begun.set()
            end.wait(20)
            return super()._response(scope, body, began)

    slow = Slow(ONE)

    async def visits() -> tuple[Messages, Messages]:
        left = asyncio.ensure_future(asked(slow, "/livez"))
        await asyncio.get_running_loop().run_in_executor(None, begun.wait, 20)
        left.cancel()
        refused = await asked(slow, "/livez")
        end.set()
        return refused, await asked(slow, "/livez")

    refused, served = run(visits)[0]
    assert (status(refused), status(served)) == (503, 200)
    slow.threads.shutdown()
