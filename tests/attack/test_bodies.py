"""Bodies that are too large are refused unread, and requests that never end are ended; pages answer at the same
time.
"""

from __future__ import annotations

import json
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import astuple
from itertools import count
from pathlib import Path

import pytest

from odinsite.web.limits import BODY_BYTES, LARGE_BODIES
from odinsite.web.server import LimitedServer
from tests.attack.bodies import MEGABYTE, Connection, announced, drip, in_chunks
from tests.attack.conftest import FILES
from tests.attack.local import Site, Visitor, files_wanted
from tests.embedded.running import wait_until
from tests.live.children import Web, web

# The site's process uses the database, so it must be there.
pytestmark = [pytest.mark.django_db, pytest.mark.whole]

# More than the kernel keeps unread, on both sides.
UNREAD = 30 * MEGABYTE
DRIPPING = 900
CUT_S = 45.0
DRIP_S = 0.2


@pytest.fixture(scope="module")
def served(static_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """A site that cuts slow clients off after two or three seconds."""
    log = tmp_path_factory.mktemp("web") / "log"
    with web(log, program="tests.attack.impatient", files=FILES, STATIC_ROOT=str(static_root)) as process:
        yield process


def test_a_large_body_is_refused_without_being_read(site: Site) -> None:
    status, taken = announced(site, 300 * MEGABYTE)
    assert status == 413
    assert taken < UNREAD


def test_a_program_reads_why_its_body_is_refused(site: Site) -> None:
    with Connection(site) as connection:
        head = f"POST /api/v1/records HTTP/1.1\r\nHost: {site.name}\r\nContent-Length: {300 * MEGABYTE}\r\n\r\n"
        connection.send(head.encode())
        head, _end, body = connection.answer().decode().partition("\r\n\r\n")
    assert "Content-Type: application/problem+json" in head
    assert f"Content-Length: {len(body)}\r\n" in head
    problem = json.loads(body)
    assert (problem["status"], problem["error"], problem["type"]) == (413, "too_large", "about:blank")


def test_no_large_body_is_asked_for(site: Site) -> None:
    with Connection(site) as connection:
        connection.post(f"Content-Length: {300 * MEGABYTE}", "Expect: 100-continue")
        answer = connection.answer()
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"Connection: close" in answer
    assert b" 100 " not in answer


def test_a_body_in_chunks_is_cut(site: Site) -> None:
    status, taken = in_chunks(site, 300 * MEGABYTE)
    assert status == 413
    assert taken < UNREAD


@pytest.mark.parametrize("headers", [["Content-Length: 0"], ["Transfer-Encoding: chunked"]])
def test_the_connection_is_kept_after_a_body_that_is_read(site: Site, headers: list[str]) -> None:
    with Connection(site) as connection:
        connection.post(*headers)
        if "chunked" in headers[0]:
            connection.flood_in_chunks(BODY_BYTES - 65_536)
            connection.send(b"0\r\n\r\n")
        # The first is refused for want of a token, or as too large for a form, but not by the server.
        assert head_of(connection).startswith((b"HTTP/1.1 403", b"HTTP/1.1 413", b"HTTP/1.1 400"))
        connection.get("/healthz")
        assert b"HTTP/1.1 200 OK" in connection.socket.recv(65_536)


def head_of(connection: Connection) -> bytes:
    """An answer's first line; reads the whole answer."""
    file = connection.socket.makefile("rb")
    first, length = file.readline(), 0
    while (line := file.readline()) not in (b"\r\n", b""):
        name, _colon, value = line.decode().partition(":")
        length = int(value) if name.lower() == "content-length" else length
    file.read(length)
    return first


def test_dripped_headers_and_bodies_are_cut(site: Site) -> None:
    with ExitStack() as stack:
        headers, body, stuck, silent = (stack.enter_context(Connection(site)) for _ in range(4))
        headers.send(b"GET / HTTP/1.1\r\nX-Slow: ")
        for connection in (body, stuck):
            connection.post("Content-Length: 100")
            connection.send(b"x")
        for connection in (stuck, silent):
            connection.socket.settimeout(CUT_S)
        # Each byte is progress of the line or the body, not of the request.
        drip_until_cut(headers, body)
        assert [connection.status() for connection in (headers, body, stuck)] == [408, 408, 408]
        assert silent.status() == 0


def drip_until_cut(*connections: Connection) -> None:
    """Send single bytes to each until the other side has had enough."""
    for connection in connections:
        connection.socket.settimeout(DRIP_S)
    dripping = list(connections)
    for drop in count():
        assert drop * DRIP_S < CUT_S, "requests without end are cut"
        dripping = [connection for connection in dripping if not is_cut(connection)]
        if not dripping:
            break
        for connection in dripping:
            connection.send(b"x")


def is_cut(connection: Connection) -> bool:
    """Whether an answer came, after waiting a moment for it."""
    try:
        connection.socket.recv(1, socket.MSG_PEEK)
    except TimeoutError:
        return False
    return True


def test_a_deployment_is_patient_for_a_minute_at_most() -> None:
    assert max(astuple(LimitedServer.patience)) <= 60


def test_dripping_connections_do_not_stop_the_site(served: Web, site: Site) -> None:
    files_wanted(DRIPPING)
    with ExitStack() as stack, Visitor(site, "/", "/healthz") as visitor:
        drip(site, DRIPPING, stack)
        most = served.process.num_fds()
    assert visitor.served, (visitor.statuses, visitor.failures)
    assert most < FILES


def test_large_bodies_at_a_time_are_limited(site: Site) -> None:
    # The site is impatient: on a busy machine the first are cut off before the last are held.
    wait_until(
        lambda: answers_beside_large_bodies(site) == (503, 403), "one more large body is refused, a small one read"
    )
    wait_until(lambda: announced(site, 2_000_000)[0] != 503, "large bodies taken again")


def answers_beside_large_bodies(site: Site) -> tuple[int, int]:
    """The answers to one large body more than the site may hold, and to a small one."""
    with ExitStack() as stack:
        held = [stack.enter_context(Connection(site)) for _ in range(LARGE_BODIES)]
        for connection in held:
            connection.post("Content-Length: 2000000")
        large, small = (stack.enter_context(Connection(site)) for _ in range(2))
        large.post("Content-Length: 2000000")
        status = large.status()
        small.post("Content-Length: 5", "Connection: close")
        small.send(b"a=b&c")
        return status, small.status()


def test_requests_are_logged_without_secret_addresses(served: Web, site: Site) -> None:
    secret = "5ec7e7" * 8
    for path in (f"/m/{secret}/", f"/accounts/password/reset/key/1-{secret}/", f"/calendar/{secret}.ics"):
        with Connection(site) as connection:
            connection.send(f"GET {path} HTTP/1.1\r\nHost: {site.name}\r\nConnection: close\r\n\r\n".encode())
            assert connection.status()
    with Connection(site) as connection:
        connection.send(f"POST /m/{secret}/ HTTP/1.1\r\nContent-Length: {300 * MEGABYTE}\r\n\r\n".encode())
        assert connection.status() == 413
    wait_until(lambda: " POST - 413 in " in served.log.read_text(), "the refusal is logged")
    assert " GET games:mail_turn " in served.log.read_text()
    assert secret not in served.log.read_text()


def test_handshakes_with_bodies_leave_room_for_large_bodies(site: Site) -> None:
    for _ in range(LARGE_BODIES):
        with Connection(site) as connection:
            upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            connection.send(f"GET /ws/lobby/ HTTP/1.1\r\nHost: {connection.name}\r\n{upgrade}".encode())
            connection.answer()
    with Connection(site) as connection:
        connection.post("Transfer-Encoding: chunked", "Connection: close")
        connection.send(b"0\r\n\r\n")
        assert connection.status() == 403


def test_it_ends_with_requests_under_way(served: Web, site: Site) -> None:
    """Comes last, as it ends the process of all tests here."""
    with ExitStack() as stack:
        drip(site, 4, stack)
        served.process.send_signal(signal.SIGTERM)
        wait_until(lambda: not served.process.is_running() or served.process.status() == "zombie", "its end")
    assert "Traceback" not in served.log.read_text()
