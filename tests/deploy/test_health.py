"""`/healthz` tells whether the site can serve, and no secrets."""

import logging

import pytest
from django.test import Client, override_settings

DEAD_REDIS = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "unix:///nowhere/word.sock"}
}


@pytest.mark.django_db
def test_ok_while_both_servers_answer(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")
    assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_a_silent_server_is_named_and_nothing_else_is_told(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with override_settings(CACHES=DEAD_REDIS), caplog.at_level(logging.ERROR):
        response = client.get("/healthz")
    assert (response.status_code, response.content) == (503, b"no answer from: redis\n")
    assert "Redis does not answer" in caplog.text


@pytest.mark.django_db
@override_settings(SECURE_SSL_REDIRECT=True, SECURE_REDIRECT_EXEMPT=[r"^healthz$"])
def test_it_is_not_redirected_to_https(client: Client) -> None:
    assert client.get("/healthz").status_code == 200
    assert client.get("/rules/").status_code == 301
