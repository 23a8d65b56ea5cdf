"""Passkeys that are accepted, and the answers to others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.core import context
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.test import Client, RequestFactory
from pytest_django.fixtures import Settings

from accounts.models import User
from accounts.sign_in.passkeys.credentials import CredentialField
from accounts.sign_in.passkeys.forms import AgainForm, LoginForm, PasskeyForm
from accounts.sign_in.session_store import SessionStore
from tests.accounts.conftest import give_password, is_in
from tests.accounts.sign_in.phone import Phone
from tests.clients import log_in
from tests.factories import log_in_with_code
from tests.page_texts import words_in
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

HOST = "odin.example.org"
OWN = f"https://{HOST}"
ROOM = "/accounts/2fa/webauthn/"
ADD, LOGIN, AGAIN, STEP = f"{ROOM}add/", f"{ROOM}login/", f"{ROOM}reauthenticate/", "/accounts/2fa/authenticate/"
FAILED = "That didn’t work. Try again."
STRANGE_PAGES = [
    ("https://odin.example.org:8443", {}),
    ("https://evil.odin.example.org", {}),
    ("https://example.org", {}),
    ("http://odin.example.org", {}),
    ("https://odin.example.org.", {}),
    ("https://odin.example.org@evil.example", {}),
    (OWN, {"cross_origin": True}),
    (OWN, {"topOrigin": "https://evil.example"}),
    (OWN, {"cross_origin": "yes"}),
]


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    settings.PUBLIC_URL = OWN
    settings.ALLOWED_HOSTS = [HOST, "testserver"]


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": HOST})


@pytest.fixture
def owner(client: Client, alice: User) -> Client:
    log_in(client, alice)
    give_password(client)
    return client


def add(client: Client, phone: Phone) -> Any:
    options = client.get(ADD).context["js_data"]["creation_options"]
    return send(client, ADD, phone.add(options), name="Phone")


def come_in(client: Client, phone: Phone) -> Any:
    options = client.get(LOGIN, headers={"Accept": "application/json"}).json()["request_options"]
    return send(client, LOGIN, phone.sign(options))


def send(client: Client, path: str, credential: object, **more: str) -> Any:
    return client.post(path, {"credential": json.dumps(credential), **more})


def test_a_passkey_of_this_site_is_added_and_logs_in(owner: Client) -> None:
    phone = Phone(OWN)
    assert add(owner, phone).headers["Location"] == ROOM
    visitor = Client(headers={"host": HOST})
    come_in(visitor, phone)
    assert is_in(visitor)


@pytest.mark.parametrize(("origin", "frame"), STRANGE_PAGES)
def test_one_made_on_another_page_is_refused(owner: Client, origin: str, frame: dict[str, Any]) -> None:
    answer = add(owner, Phone(origin, frame))
    assert answer.status_code == 422
    assert FAILED in words_in(answer.content.decode())
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize(("origin", "frame"), STRANGE_PAGES)
def test_one_used_on_another_page_opens_nothing(owner: Client, origin: str, frame: dict[str, Any]) -> None:
    phone = Phone(OWN)
    add(owner, phone)
    phone.origin, phone.frame = origin, frame
    visitor = Client(headers={"host": HOST})
    assert come_in(visitor, phone).headers["Location"] == "/accounts/login/"
    assert FAILED in words_in(visitor.get("/accounts/login/").content.decode())
    assert not is_in(visitor)


def test_the_host_asked_decides_nothing_about_ports(owner: Client) -> None:
    """A page on another port passes on the answer, with its own port as the host."""
    phone = Phone(OWN)
    add(owner, phone)
    phone.origin = f"{OWN}:8443"
    visitor = Client(headers={"host": f"{HOST}:8443"})
    come_in(visitor, phone)
    assert not is_in(visitor)


@pytest.mark.parametrize(
    ("public", "host"), [("http://localhost:8000", "localhost"), ("http://127.0.0.1:8000", "localhost")]
)
def test_each_name_of_this_site_has_passkeys_of_its_own(
    owner: Client, settings: Settings, public: str, host: str
) -> None:
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = public, ["localhost", "127.0.0.1"]
    here = Client(headers={"host": f"{host}:8000"})
    here.cookies = owner.cookies
    assert add(here, Phone("http://localhost:8000")).status_code == 302


JUNK = [
    *("", "x", "{}", "[]", "[[]]", "1", '"x"', "null", "true", "NaN", '{"a": Infinity}'),
    *("[" * 100_000, "1" * 5_000, '{"id": "' + "a" * 100_000 + '"}'),
    *('{"response": 1}', '{"response": []}', '{"response": {}}', '{"response": {"userHandle": 1}}'),
    *('{"response": {"userHandle": "MQ"}}', '{"response": {"userHandle": "____"}}', '{"response": null}'),
    '{"response": {"userHandle": "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5"}}',
    '{"id": "a", "rawId": "a", "type": "public-key", "response": {"clientDataJSON": "e30"}}',
    '{"id": "\\u0000", "rawId": "\\u0000"}',
    '{"id": "\\ud800", "rawId": "\\ud800"}',
]


def shapes(credential: dict[str, Any]) -> list[dict[str, Any]]:
    """The credential, with a part missing, of another kind, cut, or with a sign that no database takes."""
    made = []
    wrong: tuple[object, ...] = (None, 1, [], {}, "", "A", "\x00", "\ud800", "____" * 40)
    for name in credential:
        made += [{**credential, name: part} for part in wrong]
        made.append({other: part for other, part in credential.items() if other != name})
    for name, part in credential["response"].items():
        bad = (*wrong, part[:-8], part[:20])
        made += [{**credential, "response": {**credential["response"], name: other}} for other in bad]
    return [
        *made,
        {**credential, "more": "\x00"},
        {**credential, "more": "\ud800"},
        {**credential, "more": "x" * 99_999},
    ]


@pytest.fixture
def asked(alice: User) -> Iterator[HttpRequest]:
    """A request of alice's, which allauth's forms know."""
    request = RequestFactory(headers={"host": HOST}).post("/")
    request.user, request.session = alice, SessionStore()
    with context.request_context(request):
        yield request


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize("text", JUNK, ids=lambda text: text[:20])
def test_what_is_no_answer_is_told_in_words(text: str) -> None:
    with pytest.raises(ValidationError) as told:
        CredentialField().clean(text)
    assert told.value.messages in ([FAILED], ["This field is required."])


def test_answers_with_anything_wrong_break_no_form(asked: HttpRequest, alice: User) -> None:
    phone = Phone(OWN)
    made = phone.add(auth.begin_registration(alice, passwordless=True))
    for wrong in shapes(made):
        form = PasskeyForm({"credential": json.dumps(wrong)}, user=alice)
        if form.is_valid():
            # Values that do not matter may be missing, such as the name of the kind. The challenge is used up.
            made = {**made, **phone.add(auth.begin_registration(alice, passwordless=True))}
        else:
            assert FAILED in str(form.errors), wrong
    auth.begin_registration(alice, passwordless=True)
    auth.WebAuthn.add(alice, "Phone", made)
    for wrong in shapes(phone.sign(auth.begin_authentication())):
        for form in (
            LoginForm({"credential": json.dumps(wrong)}),
            AgainForm({"credential": json.dumps(wrong)}, user=alice),
        ):
            assert form.is_valid() or FAILED in str(form.errors), wrong


def test_each_page_tells_junk_in_words(owner: Client, alice: User) -> None:
    phone = Phone(OWN)
    add(owner, phone)
    for page in (ADD, AGAIN):
        assert_told(owner.post(page, {"credential": "{}"}))
    visitor = Client(headers={"host": HOST})
    answer = visitor.post(LOGIN, {"credential": "{}", "next": "/leaders/"})
    assert answer.headers["Location"] == "/accounts/login/?next=/leaders/"
    assert FAILED in words_in(visitor.get("/accounts/login/").content.decode())
    log_in_with_code(Client(), alice)
    visitor.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert_told(visitor.post(STEP, {"credential": "{}"}))
    options = visitor.get(STEP).context["js_data"]["request_options"]
    assert send(visitor, STEP, phone.sign(options)).status_code == 302
    assert is_in(visitor)


def assert_told(answer: Any) -> None:
    assert answer.status_code == 422
    assert FAILED in words_in(answer.content.decode())
