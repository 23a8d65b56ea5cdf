"""The audit log in the admin, and its export."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import StreamingHttpResponse
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEntry, User
from accounts.privacy.erasure import account_erase
from accounts.staff.audit import audit_write
from accounts.staff.audit_admin import harmless
from accounts.staff.audit_export import audit_export
from tests.admin.conftest import browser_of
from tests.admin.every_page import found, page_of, words_of
from tests.factories import make_person, make_staff

pytestmark = pytest.mark.django_db
EXPORT = "admin:accounts_auditentry_export"


@pytest.fixture
def acts(alice: User, bob: User) -> list[AuditEntry]:
    """Three acts: the oldest first, from forty days ago."""
    mona = make_staff("mona", "moderator")
    at = timezone.now()
    return [
        audit_write(actor=mona, action="game.pause", game="abcdefghij", reason="Bob asked.",
                    facts={"days": 3}, at=at - timedelta(days=40)),
        audit_write(actor=mona, action="person.mute", person=bob, reason="Rude, said alice.",
                    about="sanction 1", at=at - timedelta(days=3)),
        audit_write(actor=None, action="person.unmute", person=bob, at=at),
    ]  # fmt: skip


def file_of(browser: Client, query: str = "") -> list[dict[str, str]]:
    answer = browser.post(f"{reverse(EXPORT)}{query}", {"reason": "For the board."})
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
    assert isinstance(answer, StreamingHttpResponse)
    body = b"".join(part for part in answer if isinstance(part, bytes)).decode()
    return list(csv.DictReader(StringIO(body)))


def test_people_are_shown_by_handle_as_long_as_they_have_one(acts: Sequence[AuditEntry], boss: Client) -> None:
    mona, bob = acts[1].actor, acts[1].person
    assert bob is not None
    page = words_of(boss, page_of(AuditEntry, "changelist"))
    assert f">mona #{mona}</a>" in page
    assert f">bob #{bob}</a>" in page
    assert ">the site<" in page
    assert "#1" in page
    account_erase(user=User.objects.get(pk=bob))
    page = words_of(boss, page_of(AuditEntry, "changelist"))
    assert f">#{bob}</a>" in page
    assert not re.search(r"\bbob\b", page)


def test_acts_are_found_by_person_game_and_row(acts: Sequence[AuditEntry], boss: Client) -> None:
    pause, mute, unmute = acts
    assert found(boss, AuditEntry, q="MONA") == [mute, pause]
    assert found(boss, AuditEntry, q="bob") == [unmute, mute]
    assert found(boss, AuditEntry, q=f"#{mute.person}") == [unmute, mute]
    assert found(boss, AuditEntry, q="abcdefghij") == [pause]
    assert found(boss, AuditEntry, q="sanction 1") == [mute]
    assert found(boss, AuditEntry, q="9" * 40) == found(boss, AuditEntry, q="²") == []


def test_acts_are_filtered_by_code_time_and_subject(acts: Sequence[AuditEntry], boss: Client) -> None:
    pause, mute, unmute = acts
    assert found(boss, AuditEntry, action="person.mute") == [mute]
    assert found(boss, AuditEntry, days="7") == [unmute, mute]
    assert found(boss, AuditEntry, days="30", subject="person") == [unmute, mute]
    assert found(boss, AuditEntry, days="365", subject="game") == [pause]
    assert found(boss, AuditEntry, days="x") == [unmute, mute, pause]
    page = words_of(boss, page_of(AuditEntry, "changelist"))
    assert all(f"?action={code}" in page for code in ("game.pause", "person.mute", "person.unmute"))


def test_the_file_holds_what_the_list_would_show_with_numbers_for_names(
    acts: Sequence[AuditEntry], boss: Client
) -> None:
    # The people concerned cannot read the reason.
    assert "Only the site team reads this." in boss.get(reverse(EXPORT)).content.decode()
    lines = file_of(boss)
    assert [line["id"] for line in lines] == [str(act.pk) for act in acts] + [str(AuditEntry.objects.latest("pk").pk)]
    first, second, third, own = lines
    assert first["at"] == acts[0].at.astimezone(UTC).isoformat(timespec="seconds")
    assert json.loads(first["facts"]) == {"days": 3}
    assert second["reason"].startswith("Rude, said @#")
    assert (third["actor"], third["person"]) == ("", str(acts[2].person))
    assert (own["action"], own["reason"]) == ("audit.export", "For the board.")
    narrowed = file_of(boss, "?subject=person&q=bob")
    assert [line["action"] for line in narrowed] == ["person.mute", "person.unmute"]
    facts = AuditEntry.objects.latest("pk").facts
    assert facts == {"subject": "person", "searched": True}


def test_a_file_asks_for_a_reason_and_for_filters_that_exist(acts: Sequence[AuditEntry], boss: Client) -> None:
    answer = boss.post(reverse(EXPORT), {"reason": " "})
    assert answer.status_code == 422
    assert boss.post(f"{reverse(EXPORT)}?actor__gt=1", {"reason": "x"}).status_code == 400
    assert AuditEntry.objects.count() == 3


def test_the_service_exports_only_with_the_permission(acts: Sequence[AuditEntry]) -> None:
    with pytest.raises(PermissionDenied):
        audit_export(actor=make_staff("mo", "moderator"), reason="Curious.", filters={})
    assert AuditEntry.objects.count() == 3


def test_no_cell_is_taken_for_a_formula(boss: Client, alice: User) -> None:
    for reason in ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", 'He said "=1", then left'):
        audit_write(actor=alice, action="game.pause", reason=reason)
    reasons = [line["reason"] for line in file_of(boss, "?action=game.pause")]
    assert reasons == ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\t=1", 'He said "=1", then left']
    assert harmless("") == ""


async def _parts(client: AsyncClient) -> list[bytes]:
    answer = await client.post(reverse(EXPORT), {"reason": "For the board."})
    assert isinstance(answer, StreamingHttpResponse)
    assert answer.is_async
    return [part async for part in answer]


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_the_server_sends_the_file_piece_by_piece(async_database: None) -> None:
    def lay() -> AsyncClient:
        boss = User.objects.create_superuser("boss", "boss@example.org")
        at = datetime(2031, 1, 1, tzinfo=UTC)
        AuditEntry.objects.bulk_create(AuditEntry(at=at, actor=boss.pk, action="game.pause") for _row in range(500))
        client = AsyncClient()
        client.cookies = browser_of(boss).cookies
        return client

    parts = await _parts(await sync_to_async(lay)())
    assert len(parts) == 3
    # A header, 500 acts, and the export itself.
    assert b"".join(parts).count(b"\r\n") == 502


def test_the_list_asks_as_much_for_many_as_for_few(boss: Client, acts: Sequence[AuditEntry]) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            boss.get(page_of(AuditEntry, "changelist"))
        return len(captured)

    before = queries()
    people = [make_person(f"p{number}") for number in range(5)]
    for person in people:
        audit_write(actor=person, action=f"person.{person.handle}", person=person)
    assert queries() == before <= 9


def test_the_clock_decides_about_the_last_day(boss: Client, alice: User, travel: time_machine.Traveller) -> None:
    entry = audit_write(actor=alice, action="game.pause")
    travel.shift(timedelta(hours=23))
    assert found(browser_of(User.objects.get(handle="boss")), AuditEntry, days="1") == [entry]
    travel.shift(timedelta(hours=2))
    assert found(browser_of(User.objects.get(handle="boss")), AuditEntry, days="1") == []
