"""Proxies whose headers about the client's address and scheme are trusted."""

import logging

import pytest
from allauth.core.internal.httpkit import get_client_ip
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.middleware.security import SecurityMiddleware
from django.test import RequestFactory, override_settings

from odinsite.web.proxies import TrustedProxyMiddleware, parse_address

PROXIES = ["10.0.0.0/8", "::1"]


def seen(remote: str, trusted: list[str], **headers: str) -> HttpRequest:
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR=remote)
    passed = []

    def view(request: HttpRequest) -> HttpResponse:
        passed.append(request)
        return HttpResponse()

    with override_settings(TRUSTED_PROXIES=trusted):
        TrustedProxyMiddleware(view)(request)
    return passed[0]


@pytest.mark.parametrize(
    ("remote", "forwarded", "address"),
    [
        ("10.0.0.1", "203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "198.51.100.9, 203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "198.51.100.9, 203.0.113.7, 10.1.1.1", "203.0.113.7"),
        ("10.0.0.1", "203.0.113.7:4711", "203.0.113.7"),
        ("10.0.0.1", "[2001:db8::7]:4711", "2001:db8::7"),
        ("10.0.0.1", "2001:db8::7", "2001:db8::7"),
        ("::1", "::ffff:203.0.113.7", "203.0.113.7"),
        ("::ffff:10.0.0.1", "203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "10.2.2.2", "10.2.2.2"),
        ("10.0.0.1", "198.51.100.9, nonsense", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("192.0.2.5", "203.0.113.7", "192.0.2.5"),
    ],
)
def test_the_last_address_that_no_trusted_proxy_has_is_the_clients(remote: str, forwarded: str, address: str) -> None:
    request = seen(remote, PROXIES, **{"X-Forwarded-For": forwarded})
    assert request.META["REMOTE_ADDR"] == address


def test_no_proxy_is_trusted_by_default() -> None:
    request = seen("127.0.0.1", [], **{"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"})
    assert request.META["REMOTE_ADDR"] == "127.0.0.1"
    assert not request.is_secure()


def test_rate_limits_count_the_same_address() -> None:
    request = seen("10.0.0.1", PROXIES, **{"X-Forwarded-For": "198.51.100.9, 203.0.113.7"})
    assert get_client_ip(request) == "203.0.113.7"


def answer(remote: str, path: str = "/", **headers: str) -> HttpResponse:
    """The site redirects to https."""
    with override_settings(TRUSTED_PROXIES=PROXIES, SECURE_SSL_REDIRECT=True, SECURE_REDIRECT_EXEMPT=[r"^healthz$"]):
        redirecting = SecurityMiddleware(lambda request: HttpResponse("page"))

        def inner(request: HttpRequest) -> HttpResponse:
            response = redirecting(request)
            assert isinstance(response, HttpResponse)
            return response

        return TrustedProxyMiddleware(inner)(RequestFactory().get(path, headers=headers, REMOTE_ADDR=remote))


def test_plain_http_is_redirected() -> None:
    response = answer("203.0.113.7")
    assert (response.status_code, response.headers["Location"]) == (301, "https://testserver/")


def test_https_up_to_a_trusted_proxy_is_not_redirected() -> None:
    assert answer("10.0.0.1", **{"X-Forwarded-Proto": "https"}).content == b"page"


def test_health_is_never_redirected() -> None:
    assert answer("127.0.0.1", "/healthz").content == b"page"


def test_an_untrusted_proxy_gets_words_and_no_endless_redirect(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "odinsite.web.proxies"):
        response = answer("192.0.2.5", **{"X-Forwarded-Proto": "https"})
    assert response.status_code == 502
    assert b"TRUSTED_PROXIES" in response.content
    assert b"192.0.2.5" not in response.content
    assert "192.0.2.5" in caplog.text


def test_a_wrong_network_stops_the_start() -> None:
    with override_settings(TRUSTED_PROXIES=["10.0.0.1/8"]), pytest.raises(ImproperlyConfigured, match="TRUSTED_PROXIE"):
        TrustedProxyMiddleware(lambda request: HttpResponse())


@pytest.mark.parametrize("text", ["", "unknown", "1.2.3", "1.2.3.4.5:6", "::g", "[]"])
def test_what_is_no_address_is_none(text: str) -> None:
    assert parse_address(text) is None
