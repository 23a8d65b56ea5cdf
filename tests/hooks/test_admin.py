"""Hooks in the admin: added with a secret shown once, audited, and sent to again."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from accounts.models import AuditEntry, User
from games.errors import Refused
from games.hooks.services import HOOKS_MAX, hook_add
from games.models import HookDelivery, OperatorHook
from tests.admin.conftest import browser_of
from tests.factories import make_staff

pytestmark = pytest.mark.django_db

ADD = "/admin/games/operatorhook/add/"
ADDRESS = "https://hooks.example.org/ops/0123456789abcdef"


@pytest.fixture
def browser(boss: User) -> Client:
    return browser_of(boss)


def add(browser: Client, **more: Any) -> Any:
    facts = {"name": "Watch", "address": ADDRESS, "events": ["game.started"], "reason": "To watch."}
    return browser.post(ADD, facts | more)


def test_a_hook_is_added_and_its_secret_is_shown_once(browser: Client, boss: User) -> None:
    assert "Add hook" in browser.get(ADD).content.decode()
    page = add(browser).content.decode()
    [hook] = OperatorHook.objects.all()
    assert hook.secret.startswith("whsec_")
    assert html.escape(hook.secret) in page
    assert b"hooks.example.org" not in bytes(hook.sealed_address)
    row = browser.get(f"/admin/games/operatorhook/{hook.pk}/change/").content.decode()
    assert "hooks.example.org/…cdef" in row
    assert hook.secret not in row
    assert "0123456789" not in page + row
    entry = AuditEntry.objects.latest("pk")
    assert (entry.actor, entry.action, entry.about) == (boss.pk, "hook.add", f"hook {hook.pk}")
    assert entry.facts == {"events": "game.started"}


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"address": "http://hooks.example.org/"}, "Enter a full web address starting with https://."),
        ({"address": "https://127.0.0.1/"}, "This address is in a private network"),
        ({"events": []}, "This field is required."),
        ({"events": ["cards.shown"]}, "cards.shown"),
        ({"reason": ""}, "This field is required."),
    ],
)
def test_what_is_no_hook_is_refused_in_words(browser: Client, sent: dict[str, Any], words: str) -> None:
    answer = add(browser, **sent)
    assert answer.status_code == 422
    assert words in html.unescape(re.sub(r"<[^>]*>", " ", answer.content.decode()))
    assert not OperatorHook.objects.exists()


def test_there_are_at_most_ten_hooks(boss: User) -> None:
    for number in range(HOOKS_MAX):
        hook_add(actor=boss, name="x", address=f"{ADDRESS}{number}", events=["game.started"], reason="x")
    with pytest.raises(Refused, match="too_many_hooks"):
        hook_add(actor=boss, name="x", address=ADDRESS, events=["game.started"], reason="x")


def test_moderators_can_neither_see_nor_add_hooks(boss: User) -> None:
    moderator = make_staff("mona", "moderator")
    assert add(browser_of(moderator)).status_code == 403
    with pytest.raises(PermissionDenied):
        hook_add(actor=moderator, name="x", address=ADDRESS, events=["game.started"], reason="x")


def test_a_delivery_is_sent_again_by_its_page(browser: Client) -> None:
    add(browser)
    hook = OperatorHook.objects.get()
    browser.post(f"/admin/games/operatorhook/{hook.pk}/act/test/", {"reason": "x"})
    row = HookDelivery.objects.get()
    HookDelivery.objects.update(status="failed", attempts=6, answer="500 Oops")
    assert "500 Oops" in browser.get(f"/admin/games/hookdelivery/{row.pk}/change/").content.decode()
    answer = browser.post(f"/admin/games/hookdelivery/{row.pk}/act/again/", {"reason": "Fixed."})
    assert answer.status_code == 302
    row.refresh_from_db()
    assert (row.status, row.attempts) == ("waiting", 0)
    assert AuditEntry.objects.latest("pk").facts == {"delivery": row.pk}


def test_removing_a_hook_removes_its_deliveries(browser: Client) -> None:
    add(browser)
    hook = OperatorHook.objects.get()
    browser.post(f"/admin/games/operatorhook/{hook.pk}/act/test/", {"reason": "x"})
    browser.post(f"/admin/games/operatorhook/{hook.pk}/act/remove/", {"reason": "x"})
    assert not OperatorHook.objects.exists()
    assert not HookDelivery.objects.exists()
