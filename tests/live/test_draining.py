"""A web process that gets SIGTERM answers its open requests, and pages connect to the next process."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.db import connection, transaction
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from accounts.models import User
from games.models import Game
from odinsite.web.draining import REQUESTS_S, RESTART
from odinsite.web.limits import BACKLOG
from tests.api.programs import token_text
from tests.embedded.running import wait_until
from tests.factories import any_turn, make_game, rng_of, seat_to_act
from tests.live.children import PATIENCE_S, ROOT, Web, end, environment, free_port, web
from tests.live.pages import cookie_of

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]

# Without words (RFC 6455, 5.5.1).
CLOSE_FRAME = bytes([0x88, 2]) + RESTART.to_bytes(2)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Web]:
    with web(tmp_path / "web.log", DEBUG="1") as process:
        yield process


@contextmanager
def locked(game: Game) -> Iterator[threading.Event]:
    """A transaction that locks the game until the event, or until the block ends."""
    go_on, is_locked = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=game.pk)
            is_locked.set()
            go_on.wait(PATIENCE_S)
        connection.close()

    with ThreadPoolExecutor(1) as other:
        held = other.submit(hold)
        try:
            assert is_locked.wait(PATIENCE_S)
            yield go_on
        finally:
            go_on.set()
            held.result(PATIENCE_S)


def post(site: Web, path: str, cookie: str, **fields: object) -> int:
    """The status of a form's answer. A page that was drawn before has the same cookie and token."""
    link = HTTPConnection(site.address, timeout=PATIENCE_S)
    token = "a" * 32
    headers = {
        "Cookie": f"{cookie}; csrftoken={token}",
        "X-CSRFToken": token,
        "Origin": f"http://{site.address}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    try:
        link.request("POST", path, urlencode(fields, doseq=True), headers)
        return link.getresponse().status
    finally:
        link.close()


def is_refused(site: Web) -> bool:
    host, _colon, port = site.address.partition(":")
    with socket.socket() as probe:
        return probe.connect_ex((host, int(port))) != 0


def waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")
        return cursor.fetchone() is not None


def test_a_turn_that_is_being_taken_ends_and_sockets_are_told_to_come_back(site: Web, alice: User, bob: User) -> None:
    game = make_game([alice, bob])
    player = seat_to_act(game).user
    cards, _arrow, pickup = str(any_turn(game, rng_of(1))).partition("<")
    fields = {
        "version": game.version,
        "action": "play",
        "pickup": pickup,
        "card": [cards[at : at + 2] for at in range(0, len(cards), 2)],
    }
    cookie = cookie_of(player)
    idle = HTTPConnection(site.address, timeout=PATIENCE_S)
    idle.request("GET", "/livez")
    assert idle.getresponse().read() == b"ok\n"
    address = f"ws://{site.address}/ws/games/{game.public_id}/"
    with (
        connect(address, origin=Origin(f"http://{site.address}")) as page,
        locked(game) as go_on,
        ThreadPoolExecutor(1) as other,
    ):
        assert json.loads(page.recv(PATIENCE_S))["type"] == "view"
        taken = other.submit(post, site, f"/g/{game.public_id}/turn/", cookie, **fields)
        wait_until(waits_for_a_lock, "a turn that waits")
        site.process.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            page.recv(PATIENCE_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == RESTART
        wait_until(lambda: is_refused(site), "a site that takes no more connections")
        assert idle.sock is not None
        assert idle.sock.recv(1) == b""
        assert site.process.is_running()
        go_on.set()
        assert taken.result(PATIENCE_S) in (200, 302, 303)
    idle.close()
    assert site.process.wait(PATIENCE_S) == 0
    assert Game.objects.get(pk=game.pk).version == game.version + 1


def test_requests_that_wait_to_be_accepted_are_answered(site: Web) -> None:
    """A proxy has sent them, and would answer 502."""
    site.process.suspend()
    late = [HTTPConnection(site.address, timeout=PATIENCE_S) for _number in range(5)]
    for link in late:
        link.request("GET", "/livez")
    site.process.send_signal(signal.SIGTERM)
    site.process.resume()
    assert [link.getresponse().status for link in late] == [200] * len(late)
    for link in late:
        link.close()
    assert site.process.wait(PATIENCE_S) == 0


def ends_of(site: Web, request: str) -> list[bytes]:
    """The ends of the answers to five requests that wait to be accepted when the process gets SIGTERM."""
    address, _colon, port = site.address.partition(":")
    site.process.suspend()
    late = [socket.create_connection((address, int(port)), PATIENCE_S) for _number in range(5)]
    for link in late:
        link.sendall(request.encode())
    site.process.send_signal(signal.SIGTERM)
    site.process.resume()
    ends = []
    for link in late:
        with link, link.makefile("rb") as told:
            ends.append(told.read())
    return ends


def test_sockets_whose_handshake_is_under_way_are_told_to_come_back(site: Web, alice: User, bob: User) -> None:
    game = make_game([alice, bob])
    host = f"Host: {site.address}\r\nOrigin: http://{site.address}\r\n"
    upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    request = f"GET /ws/games/{game.public_id}/ HTTP/1.1\r\n{host}{upgrade}Sec-WebSocket-Key: {'A' * 22}==\r\n\r\n"
    assert all(told.endswith(CLOSE_FRAME) for told in ends_of(site, request))
    assert site.process.wait(PATIENCE_S) == 0


def test_streams_that_begin_as_the_process_ends_are_told_to_come_back(site: Web, alice: User) -> None:
    head = f"Host: {site.address}\r\nAuthorization: Bearer {token_text(alice, 'read')}\r\n"
    ends = ends_of(site, f"GET /api/v1/stream/me HTTP/1.1\r\n{head}\r\n")
    # A problem, if the stream has not begun.
    assert all(b"try_later" in told and told.endswith(b"0\r\n\r\n") for told in ends), ends
    assert site.process.wait(REQUESTS_S) == 0


def test_behind_a_socket_of_systemd_requests_wait_for_the_next_process(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", free_port()), backlog=BACKLOG) as held:
        address = f"127.0.0.1:{held.getsockname()[1]}"
        with inheriting(held, address, tmp_path / "first.log") as first:
            assert answer_of(address).read() == b"ok\n"
            first.send_signal(signal.SIGTERM)
            assert first.wait(PATIENCE_S) == 0
        waits = HTTPConnection(address, timeout=PATIENCE_S)
        waits.request("GET", "/livez")
        with inheriting(held, address, tmp_path / "second.log"):
            assert waits.getresponse().status == 200
        waits.close()


def answer_of(address: str) -> HTTPResponse:
    link = HTTPConnection(address, timeout=PATIENCE_S)
    link.request("GET", "/livez", headers={"Connection": "close"})
    return link.getresponse()


@contextmanager
def inheriting(held: socket.socket, address: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A web process that gets its listening socket, as systemd hands it over."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "odinsite.web", "--fd", str(held.fileno())],
            cwd=ROOT,
            env=environment(PUBLIC_URL=f"http://{address}"),
            pass_fds=[held.fileno()],
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        end(process)


def test_streams_end_with_a_reason(site: Web, alice: User) -> None:
    link = HTTPConnection(site.address, timeout=PATIENCE_S)
    link.request("GET", "/api/v1/stream/me", headers={"Authorization": f"Bearer {token_text(alice)}"})
    lines = link.getresponse()
    assert lines.status == 200
    assert lines.readline() == b"\n"
    site.process.send_signal(signal.SIGTERM)
    told = [json.loads(line) for line in lines.read().splitlines() if line]
    assert told[-1]["error"] == "try_later"
    link.close()
    assert site.process.wait(PATIENCE_S) == 0


def test_it_ends_soon_though_a_client_answers_nothing(site: Web, alice: User, bob: User) -> None:
    game = make_game([alice, bob])
    host, _colon, port = site.address.partition(":")
    # A client that opens a socket and reads no more, and one that sends half a request.
    with socket.create_connection((host, int(port)), PATIENCE_S) as silent:
        silent.sendall(
            f"GET /ws/games/{game.public_id}/ HTTP/1.1\r\nHost: {site.address}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n"
            f"Origin: http://{site.address}\r\n\r\n".encode()
        )
        assert silent.recv(64).startswith(b"HTTP/1.1 101")
        began = time.monotonic()
        site.process.send_signal(signal.SIGTERM)
        assert site.process.wait(PATIENCE_S) == 0
        assert time.monotonic() - began < REQUESTS_S
