"""Error pages for requests whose form cannot be read."""

from __future__ import annotations

from typing import Final

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from tests.clients import log_in
from tests.page_texts import words_of

URLENCODED: Final = "application/x-www-form-urlencoded"
# What Django's readers of forms refuse, each by an error of its own.
BROKEN: Final = {
    "no boundary": ("multipart/form-data", b"--x\r\n"),
    "a length that does not fit": ("multipart/form-data; boundary=x", b""),
    "too many files": (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n1\r\n' * 120 + b"--x--\r\n",
    ),
    "too many fields": (URLENCODED, b"a=1&" * 1100),
    "too much": (URLENCODED, b"a" * 2_700_000),
    "another encoding": (f"{URLENCODED}; charset=latin-1", b"a=\xe9"),
}


@pytest.fixture
def browser(db: None) -> Client:
    """A browser with a CSRF cookie, so that the site looks for the token in the form."""
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    browser.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    return browser


@pytest.mark.parametrize("what", BROKEN)
@pytest.mark.parametrize("path", ["/nowhere/", "/nowhere", "/static/nothing.css", "/g/nowhere/", "/admin/nowhere/"])
def test_a_broken_form_at_an_unknown_address_is_not_found(browser: Client, path: str, what: str) -> None:
    kind, body = BROKEN[what]
    status = browser.generic("POST", path, body, content_type=kind).status_code
    known = path in ("/g/nowhere/", "/admin/nowhere/")
    assert status in ((400, 403, 413) if known else (404,))


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_form_at_a_page_is_a_bad_request(browser: Client, alice: User, what: str) -> None:
    log_in(browser, alice)
    kind, body = BROKEN[what]
    answer = browser.generic("POST", "/settings/", body, content_type=kind)
    assert answer.status_code in (400, 403, 413)
    assert words_of(answer)
