"""Sending to servers that behave badly."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from ipaddress import ip_network
from typing import Any

import pytest

from games.notices.outward import http_client
from games.notices.outward.errors import DeliveryRefused, TooSlow, Undelivered, Unreachable
from games.notices.outward.http_client import READ_BYTES, Response, send
from tests.notices.outward.server import DRIP_S, Authority, Server

# The slow answers last at least this long.
DRIPS_S = 100 * DRIP_S
HEADERS = {"Content-Type": "text/plain"}


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> float:
    monkeypatch.setattr(http_client, "TIME_S", 0.7)
    return 0.7


def post(address: str) -> Response:
    return send(address, body=b"hello", headers=HEADERS)


def test_a_message_arrives_once_and_names_its_sender(server: Server) -> None:
    answer = post(server.address("/hook?key=word"))
    assert (answer.status, answer.body, answer.taken) == (200, b"ok", True)
    [request] = server.requests
    assert (request.path, request.body) == ("/hook?key=word", b"hello")
    assert request.headers["Host"] == f"localhost:{server.port}"
    assert request.headers["Content-Type"] == "text/plain"
    assert request.headers["User-Agent"].startswith("odin-by-web (+http")


def test_an_address_may_be_a_number(server: Server) -> None:
    assert post(server.address("/", host="127.0.0.1")).taken


def test_a_name_that_leads_inside_is_refused_before_anything_is_sent(server: Server, settings: Any) -> None:
    settings.OUTWARD_NETWORKS = []
    with pytest.raises(Unreachable, match="no public server"):
        post("https://localhost/")
    assert server.requests == []


def test_a_name_that_leads_inside_is_as_unknown_as_one_that_does_not_exist(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the answers differed, a test of a webhook would reveal which names our own network has."""
    inside = {"db.internal": "10.0.0.1", "six.internal": "fd00::1", "meta.internal": "169.254.169.254"}

    def resolving(host: str, port: int, **_: Any) -> list[Any]:
        if host not in inside:
            raise socket.gaierror
        family = socket.AF_INET6 if ":" in inside[host] else socket.AF_INET
        return [(family, socket.SOCK_STREAM, 6, "", (inside[host], port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolving)
    for networks in ([], [ip_network("192.168.7.0/24")]):
        settings.OUTWARD_NETWORKS = networks
        said = {failure_of(f"https://{host}/") for host in (*inside, "nobody.internal")}
        if networks:
            said |= {failure_of(f"https://{host}:8443/") for host in (*inside, "nobody.internal")}
        assert len(said) == 1


def failure_of(address: str) -> tuple[object, ...]:
    """All that a person and the outbox learn of it."""
    with pytest.raises(Undelivered) as raised:
        post(address)
    error = raised.value
    return type(error), error.reason, error.permanent, error.gone, error.slow


def test_one_address_inside_among_those_of_a_name_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, 443)) for ip in ("8.8.8.8", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answers)
    with pytest.raises(Unreachable, match="no public server"):
        post("https://two.example/")


def test_a_name_is_asked_once_and_the_checked_address_is_used(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def changing(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        ip = "127.0.0.1" if len(asked) == 1 else "127.0.0.2"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port))]

    monkeypatch.setattr(socket, "getaddrinfo", changing)
    assert post(server.address("/")).taken
    assert asked == ["localhost"]


def test_the_next_address_of_a_name_is_tried_where_one_is_dead(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def two(host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port)) for ip in ("127.0.0.9", "127.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", two)
    assert post(server.address("/")).taken


def test_a_port_other_than_the_usual_is_for_the_operators_own_networks(
    monkeypatch: pytest.MonkeyPatch, own_network: None
) -> None:
    open_net = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("8.8.8.8", 8443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: open_net)
    with pytest.raises(DeliveryRefused, match="port"):
        post("https://far.example:8443/")


def test_a_redirect_is_an_answer_and_not_followed(server: Server) -> None:
    answer = post(server.address("/redirect"))
    assert (answer.status, answer.taken) == (302, False)
    assert [request.path for request in server.requests] == ["/redirect"]


def test_dripping_headers_are_cut(server: Server, hasty: float) -> None:
    begun = time.monotonic()
    with pytest.raises(TooSlow, match="in time"):
        post(server.address("/slow-headers"))
    assert hasty <= time.monotonic() - begun < DRIPS_S


def test_a_dripping_body_is_cut_and_its_status_counts(server: Server, hasty: float) -> None:
    begun = time.monotonic()
    answer = post(server.address("/slow-body"))
    assert time.monotonic() - begun < DRIPS_S
    assert answer.taken
    assert 0 < len(answer.body) < 100


def test_a_server_that_never_begins_to_speak_is_cut(hasty: float, own_network: None) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        begun = time.monotonic()
        with pytest.raises(TooSlow, match="in time"):
            post(f"https://127.0.0.1:{silent.getsockname()[1]}/")
        assert time.monotonic() - begun < DRIPS_S


def test_a_resolver_that_never_answers_is_cut(hasty: float, monkeypatch: pytest.MonkeyPatch) -> None:
    def dawdle(*_: Any, **__: Any) -> list[Any]:
        time.sleep(DRIPS_S)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", dawdle)
    begun = time.monotonic()
    with pytest.raises(TooSlow, match="in time"):
        post("https://slow.example/")
    assert time.monotonic() - begun < DRIPS_S


@pytest.mark.parametrize("path", ["/large", "/endless"])
def test_an_answer_without_end_is_cut(server: Server, path: str) -> None:
    answer = post(server.address(path))
    assert answer.taken
    assert READ_BYTES * 0.9 < len(answer.body) <= READ_BYTES


def test_the_status_counts_under_large_headers(server: Server) -> None:
    assert post(server.address("/large-headers")) == Response(200, b"body")


def test_headers_without_end_are_cut(server: Server) -> None:
    with pytest.raises(Unreachable, match="couldn’t read the server’s answer"):
        post(server.address("/endless-headers"))


def test_nothing_goes_on_once_the_time_is_over(server: Server, hasty: float) -> None:
    before = set(threading.enumerate())
    for path in ("/slow-headers", "/slow-body"):
        with suppress(TooSlow):
            post(server.address(path))
        for thread in set(threading.enumerate()) - before:
            if thread.name == http_client.THREAD:
                # The server would go on for much longer.
                thread.join(DRIPS_S / 2)
                assert not thread.is_alive()


def test_what_is_no_http_is_no_answer(server: Server) -> None:
    with pytest.raises(Unreachable, match="couldn’t read the server’s answer"):
        post(server.address("/nonsense"))


@pytest.mark.parametrize("names", [("elsewhere.example",), ("127.0.0.1",)])
def test_a_certificate_for_another_name_is_refused(
    authority: Authority, own_network: None, trusted: None, names: tuple[str, ...]
) -> None:
    with Server(authority.context_for(*names)) as running:
        with pytest.raises(Unreachable, match="certificate"):
            post(running.address("/", host="localhost"))
        assert running.requests == []


def test_a_certificate_of_an_unknown_authority_is_refused(authority: Authority, own_network: None) -> None:
    with Server(authority.context_for("localhost")) as running:
        with pytest.raises(Unreachable, match="certificate"):
            post(running.address("/"))
        assert running.requests == []


def test_refused_connections_and_unknown_names_have_their_words(
    own_network: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(Unreachable, match="couldn’t reach the server"):
        post(f"https://127.0.0.1:{port}/")
    with pytest.raises(Unreachable, match="no public server of that name"):
        post("https://nobody.invalid/")


def test_proxies_of_the_environment_are_not_asked(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert post(server.address("/")).taken


def test_no_error_contains_an_address(server: Server, hasty: float) -> None:
    for path in ("/slow-headers", "/nonsense"):
        with pytest.raises(Unreachable) as raised:
            post(server.address(f"{path}?key=secret-word"))
        error: BaseException | None = raised.value
        assert error is not None
        assert error.__suppress_context__
        assert error.__cause__ is None
        assert "secret-word" not in repr(error) + str(error)
