"""A local server that the site may write to and trusts."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_network

import pytest
from pytest_django.fixtures import Settings

from tests.notices.outward.server import Authority, Server


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def own_network(settings: Settings) -> None:
    settings.OUTWARD_NETWORKS = [ip_network("127.0.0.0/8"), ip_network("::1/128")]


@pytest.fixture
def trusted(authority: Authority, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.bundle))


@pytest.fixture
def server(authority: Authority, own_network: None, trusted: None) -> Iterator[Server]:
    with Server(authority.context_for("localhost", "127.0.0.1")) as running:
        yield running
