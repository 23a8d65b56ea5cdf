"""Certificate authorities that the provider's certificate may come from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from requests.exceptions import SSLError

from accounts.sign_in.openid.adapter import OpenIdAdapter
from tests.notices.outward.server import Authority, Server


@pytest.fixture
def authorities(tmp_path: Path) -> tuple[Authority, Authority]:
    """The certificate authority of the provider, and another one."""
    for name in ("ours", "other"):
        (tmp_path / name).mkdir()
    return Authority(tmp_path / "ours"), Authority(tmp_path / "other")


@pytest.fixture
def there(authorities: tuple[Authority, Authority]) -> Iterator[str]:
    with Server(authorities[0].context_for("localhost")) as server:
        yield server.address("/token")


def status(there: str) -> int:
    return int(OpenIdAdapter().get_requests_session().post(there).status_code)


def test_its_own_file_comes_before_that_of_requests(
    authorities: tuple[Authority, Authority], there: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Debian's and other images set REQUESTS_CA_BUNDLE for all programs."""
    ours, other = authorities
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(other.bundle))
    monkeypatch.setenv("SSL_CERT_FILE", str(ours.bundle))
    assert status(there) == 200
    monkeypatch.setenv("SSL_CERT_FILE", str(other.bundle))
    with pytest.raises(SSLError):
        status(there)


def test_without_it_that_of_requests_counts(
    authorities: tuple[Authority, Authority], there: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(authorities[0].bundle))
    assert status(there) == 200
