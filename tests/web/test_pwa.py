"""The installed app: manifest, service worker, offline page, and the switch for push."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.models import User
from games.models import PushSubscription
from games.notices.devices import DEVICES_MAX
from games.outbox.channels import push_key
from odinsite.pwa import OFFLINE_FILES
from tests.clients import ClientOf
from tests.notices.outward.targets import make_browser, text_of

pytestmark = pytest.mark.django_db

ENDPOINT = "https://push.example/send/secret-word"


def found(address: str) -> Path:
    """The file behind a static address."""
    path = finders.find(address.removeprefix("/static/"))
    assert isinstance(path, str), address
    return Path(path)


def facts_of(answer: object) -> dict[str, Any]:
    """The service worker's data."""
    assert isinstance(answer, HttpResponse)
    match = re.search(r"const ODIN = (\{.*\});\n", answer.content.decode())
    assert match
    facts: dict[str, Any] = json.loads(match[1])
    return facts


def subscription(**changes: str) -> dict[str, str]:
    browser = make_browser()
    return {"endpoint": ENDPOINT, "p256dh": browser.p256dh, "auth": text_of(browser.auth), **changes}


def test_the_manifest_names_icons_that_are_there(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        width, height = struct.unpack(">II", found(icon["src"]).read_bytes()[16:24])
        assert f"{width}x{height}" == icon["sizes"]


def test_every_page_leads_to_the_manifest_and_its_icons(client: Client) -> None:
    page = client.get(reverse("games:rules")).content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    for link in re.findall(r'<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"', page):
        assert found(link).exists()


def test_the_worker_reaches_the_whole_site_and_is_revalidated(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache"
    script = re.search(r'importScripts\("([^"]+)"\)', answer.content.decode())
    assert script
    assert found(script[1]).exists()
    policy = answer.headers["Content-Security-Policy"]
    assert "worker-src 'self'" in policy
    assert "unsafe" not in policy


def test_the_worker_keeps_the_offline_page_and_nothing_personal(
    client: Client, alice: User, client_of: ClientOf
) -> None:
    facts = facts_of(client.get("/sw.js"))
    assert facts["files"][0] == facts["offline"] == reverse("offline")
    assert len(facts["files"]) == len(OFFLINE_FILES) + 1
    for path in facts["files"][1:]:
        assert found(path).exists()
    # The same with and without a login.
    assert client_of(alice).get("/sw.js").content == client.get("/sw.js").content


def test_what_the_offline_page_needs_is_kept_with_it(client: Client) -> None:
    kept = facts_of(client.get("/sw.js"))["files"]
    page = client.get("/offline/").content.decode()
    styles = re.findall(r'<link rel="(?:stylesheet|preload)" href="([^"]+)"', page)
    assert styles
    assert set(styles) <= set(kept)


def test_the_offline_page_is_the_same_for_everybody(client: Client, alice: User, client_of: ClientOf) -> None:
    mine, anybodys = client_of(alice).get("/offline/"), client.get("/offline/")
    assert mine.content == anybodys.content
    page = anybodys.content.decode()
    assert "No connection" in page
    assert "csrfmiddlewaretoken" not in page
    assert alice.handle not in page
    assert anybodys.cookies == {}


def test_another_page_makes_another_version(client: Client, settings: Settings, tmp_path: Path) -> None:
    before = facts_of(client.get("/sw.js"))["version"]
    changed = Path(settings.BASE_DIR, "templates", "offline.html").read_text().replace("No connection", "Nothing there")
    (tmp_path / "offline.html").write_text(changed)
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path, *settings.TEMPLATES[0]["DIRS"]]}]
    assert facts_of(client.get("/sw.js"))["version"] != before


def test_a_browser_is_switched_on_and_off(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    answer = client.post(reverse("games:push_subscribe"), subscription(), headers={"User-Agent": "Firefox Linux"})
    assert (answer.status_code, answer.json()) == (200, {})
    row = PushSubscription.objects.get()
    assert (row.user, row.label) == (alice, "Firefox, Linux")
    assert b"secret-word" not in bytes(row.sealed_endpoint)
    for _again in range(2):
        assert client.post(reverse("games:push_unsubscribe"), {"endpoint": ENDPOINT}).status_code == 200
        assert not PushSubscription.objects.exists()


def test_another_persons_browser_cannot_be_switched_off(alice: User, bob: User, client_of: ClientOf) -> None:
    client_of(alice).post(reverse("games:push_subscribe"), subscription())
    client_of(bob).post(reverse("games:push_unsubscribe"), {"endpoint": ENDPOINT})
    assert PushSubscription.objects.filter(user=alice).exists()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"endpoint": ""}, "a full web address"),
        ({"endpoint": "http://push.example/x"}, "https://"),
        ({"endpoint": "https://127.0.0.1/x"}, "private network"),
        ({"endpoint": "https://user@push.example/x"}, "username"),
        ({"endpoint": "https://[2606:4700::1111]/x"}, "couldn’t read what your browser sent"),
        ({"p256dh": ""}, "couldn’t read what your browser sent"),
        ({"p256dh": "ä"}, "couldn’t read what your browser sent"),
        ({"p256dh": text_of(b"\x04" + bytes(64))}, "couldn’t read what your browser sent"),
        ({"auth": text_of(bytes(15))}, "couldn’t read what your browser sent"),
        ({"auth": "x" * 10_000}, "couldn’t read what your browser sent"),
    ],
)
def test_nonsense_is_refused_in_words(alice: User, client_of: ClientOf, changes: dict[str, str], words: str) -> None:
    answer = client_of(alice).post(reverse("games:push_subscribe"), subscription(**changes))
    assert answer.status_code == 422
    assert words in answer.json()["detail"]
    assert not PushSubscription.objects.exists()


def test_there_is_an_end_to_devices(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    for number in range(DEVICES_MAX):
        again = subscription(endpoint=f"{ENDPOINT}/{number}")
        assert client.post(reverse("games:push_subscribe"), again).status_code == 200
    answer = client.post(reverse("games:push_subscribe"), subscription())
    assert (answer.status_code, answer.json()["error"]) == (422, "too_many_devices")
    # One of them may occur again.
    again = subscription(endpoint=f"{ENDPOINT}/0")
    assert client.post(reverse("games:push_subscribe"), again).status_code == 200


def test_a_site_without_a_key_says_so(alice: User, client_of: ClientOf, settings: Settings) -> None:
    assert push_key()
    settings.VAPID_PRIVATE_KEY = ""
    answer = client_of(alice).post(reverse("games:push_subscribe"), subscription())
    assert (answer.status_code, answer.json()["error"]) == (422, "no_push")


def test_a_visitor_and_a_forged_form_are_refused(client: Client, alice: User) -> None:
    answer = client.post(reverse("games:push_subscribe"), subscription(), headers={"Accept": "application/json"})
    assert answer.status_code == 401
    forger = Client(enforce_csrf_checks=True)
    forger.force_login(alice)
    assert forger.post(reverse("games:push_subscribe"), subscription()).status_code == 403
    assert not PushSubscription.objects.exists()
