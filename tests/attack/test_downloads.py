"""Files that are made while they are sent wait for their readers, who fill neither memory nor the database's pool."""

from __future__ import annotations

import hashlib
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import date
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random

import pytest
from django.utils import timezone

from games.models import ArchiveMonth, ArchivePart
from tests.embedded.running import wait_until
from tests.live.children import Web, web

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]

MEGABYTE = 1_000_000
PARTS = 100
PATIENCE_S = 60.0
# The state of a connection that the other side has reset, as linux/tcp.h numbers it.
TCP_CLOSE = 7
# More than the site's database connections.
READERS = 24
OF_A_NETWORK = 8


@pytest.fixture
def month() -> ArchiveMonth:
    """A month whose file has 100 MB."""
    data = Random(7).randbytes(MEGABYTE)
    digest = hashlib.sha256(data * PARTS).hexdigest()
    facts = {"edition": 1, "games": 1, "size": PARTS * MEGABYTE, "sha256": digest, "written_at": timezone.now()}
    month = ArchiveMonth.objects.create(month=date(2025, 10, 1), **facts)
    for number in range(PARTS):
        ArchivePart.objects.create(month=month, edition=1, number=number, data=data)
    return month


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Web]:
    with web(tmp_path / "log", TRUSTED_PROXIES="127.0.0.1") as process:
        yield process


@contextmanager
def asked(site: Web, method: str = "GET", network: int = 0) -> Iterator[HTTPConnection]:
    """A connection that asked for the file, and whose system takes little before it is read."""
    host, _colon, port = site.address.partition(":")
    link = HTTPConnection(host, int(port), timeout=PATIENCE_S)
    link.sock = socket.socket()
    link.sock.settimeout(PATIENCE_S)
    link.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
    link.sock.connect((host, int(port)))
    link.request(method, "/archive/2025-10.jsonl.gz", headers={"X-Forwarded-For": f"192.0.{network}.2"})
    try:
        yield link
    finally:
        link.close()


def rest_of(link: HTTPConnection) -> bytes | None:
    """The file; None if it is cut off. Raises TimeoutError if its end never comes."""
    try:
        return link.getresponse().read()
    except (ConnectionError, HTTPException):
        return None


def test_who_reads_nothing_costs_little_memory_and_is_cut_off(month: ArchiveMonth, tmp_path: Path) -> None:
    with web(tmp_path / "log", program="tests.attack.impatient") as site:
        with asked(site, "HEAD") as link:
            assert link.getresponse().status == 200
        before = most = site.process.memory_info().rss
        with asked(site) as link:

            def is_cut_off() -> bool:
                nonlocal most
                most = max(most, site.process.memory_info().rss)
                return link.sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == TCP_CLOSE

            wait_until(is_cut_off, "the end of the connection", tick=0.1)
            assert rest_of(link) is None
        assert most - before < 20 * MEGABYTE
        with asked(site) as link:
            assert hashlib.sha256(rest_of(link) or b"").hexdigest() == month.sha256


def test_who_reads_nothing_keeps_no_database_connection(month: ArchiveMonth, site: Web) -> None:
    with ExitStack() as stack:
        for number in range(READERS):
            reader = stack.enter_context(asked(site, network=number // OF_A_NETWORK))
            assert reader.sock.recv(12, socket.MSG_WAITALL) == b"HTTP/1.1 200"
        page = stack.enter_context(asked(site, "HEAD", network=99))
        assert page.getresponse().status == 200


def test_a_file_that_is_replaced_while_it_is_sent_is_cut_off(month: ArchiveMonth, site: Web) -> None:
    with asked(site) as first, asked(site) as second:
        for link in (first, second):
            assert link.sock.recv(12, socket.MSG_PEEK) == b"HTTP/1.1 200"
        month.parts.filter(number__gt=PARTS // 2).delete()
        assert [rest_of(link) for link in (first, second)] == [None, None]
    # The server still cleans up after such ends.
    with asked(site) as third:
        assert rest_of(third) is None


def test_the_head_alone_makes_no_part(month: ArchiveMonth, site: Web) -> None:
    month.parts.all().delete()
    with asked(site, "HEAD") as link:
        answer = link.getresponse()
        assert (answer.status, answer.headers["Content-Length"]) == (200, str(month.size))
        assert answer.read() == b""
        link.request("HEAD", "/livez")
        assert link.getresponse().status == 200
