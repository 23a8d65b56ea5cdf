"""Origins that may open a socket."""

import pytest
from pytest_django.fixtures import Settings

from odinsite.web.origins import is_own

HOST = "127.0.0.1:8000"


@pytest.fixture(autouse=True)
def _site(settings: Settings) -> None:
    settings.PUBLIC_URL = "https://odin.example.org"
    settings.ALLOWED_HOSTS = ["odin.example.org", "127.0.0.1"]


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://odin.example.org", "odin.example.org"),
        ("https://odin.example.org", "inner:8000"),
        ("http://127.0.0.1:8000", HOST),
    ],
)
def test_own_pages_pass(origin: str, host: str) -> None:
    assert is_own(origin, host)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("", HOST),
        ("null", HOST),
        ("http://127.0.0.1:9999", HOST),
        ("http://127.0.0.1", HOST),
        ("http://evil.example", "evil.example"),
        ("https://odin.example.org.evil.example", "odin.example.org"),
        ("http://[", HOST),
        ("", ""),
    ],
)
def test_others_do_not(origin: str, host: str) -> None:
    assert not is_own(origin, host)
