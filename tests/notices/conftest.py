"""A game, and a real mail server that says what the test tells it to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from tests.notices.mail_server import Server


@pytest.fixture
def server(settings: Settings) -> Iterator[Server]:
    """A mail server at 127.0.0.1, which the site sends through."""
    with Server() as running:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = running.address
        settings.EMAIL_TIMEOUT = 5
        yield running
