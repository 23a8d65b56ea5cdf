"""Logs are kept and passed on: no address that is a secret stands in them."""

import logging
from collections.abc import Iterator
from io import StringIO

import pytest
from django.test import Client


@pytest.fixture
def written() -> Iterator[StringIO]:
    """What the site's own handler writes."""
    [console] = (handler for handler in logging.getLogger().handlers if type(handler) is logging.StreamHandler)
    text = StringIO()
    before = console.setStream(text)
    yield text
    console.setStream(before)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/m/{}/", "/stop/{}/", "/i/{}/", "/calendar/1-{}.ics", "/accounts/confirm-email/{}/", "/m/{}"]
)
def test_a_refused_request_leaves_no_secret_in_the_log(client: Client, written: StringIO, path: str) -> None:
    secret = "5ec7e7" * 10 + "abcd"
    client.get(path.format(secret))
    logging.getLogger("django.request").warning("Gone: %s", path.format(secret))
    assert "Gone: /" in written.getvalue()
    assert secret not in written.getvalue()


def test_other_words_stay_as_they_are(written: StringIO) -> None:
    logging.getLogger("odin").warning("%s of %d: /g/abc/ and /games/m/", "turn", 3)
    assert "turn of 3: /g/abc/ and /games/m/" in written.getvalue()
