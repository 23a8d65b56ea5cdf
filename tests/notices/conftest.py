"""A game and a mail server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from tests.notices.mail_server import Server


@pytest.fixture
def server(settings: Settings) -> Iterator[Server]:
    with Server() as running:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = running.address
        settings.EMAIL_TIMEOUT = 5
        yield running
