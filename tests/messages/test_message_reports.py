"""Reports of friends' messages, and what staff see of conversations: reported messages and their neighbours."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from accounts.models import AuditEntry, User
from games.chat.errors import ChatReason
from games.models import ChatLine, Report
from games.moderation.acts.chat_lines import chat_hide, chat_show
from games.moderation.errors import ConflictReason
from games.moderation.report_cases import report_case
from games.moderation.reports import report_judge, report_make
from games.people.friends import friend_remove
from tests.clients import ClientOf
from tests.factories import log_in_with_code, make_staff
from tests.messages.friends import befriend, refused, unread, write
from tests.page_texts import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def mona(db: None) -> User:
    return make_staff("mona", "moderator")


@pytest.fixture
def line(alice: User, bob: User) -> ChatLine:
    befriend(alice, bob)
    write(alice, bob, "Before")
    line = write(bob, alice, "You oaf")
    write(alice, bob, "After")
    return line


def report(user: User, line: ChatLine) -> Report:
    return report_make(user=user, kind=Report.Kind.CHAT, line_id=line.pk)


def staff_browser(staff: User) -> Client:
    browser = Client()
    log_in_with_code(browser, staff)
    return browser


def test_its_reader_reports_it_on_a_page_even_after_the_friendship(
    line: ChatLine, alice: User, bob: User, client_of: ClientOf
) -> None:
    friend_remove(user=bob, handle="alice")
    hers = client_of(alice)
    assert "You oaf" in words_of(hers.get(f"/report/?line={line.pk}"))
    assert hers.post(f"/report/?line={line.pk}").status_code == 302
    made = Report.objects.get()
    assert (made.kind, made.line, made.game, made.accused) == ("chat", line, None, bob)
    assert "You oaf" in words_of(hers.get("/settings/reports/"))


def test_nobody_else_reports_it(line: ChatLine, bob: User, charlie: User) -> None:
    assert refused(lambda: report(charlie, line)) == ChatReason.NO_LINE
    assert refused(lambda: report(bob, line)) == ChatReason.NO_LINE
    assert refused(lambda: report_make(user=charlie, kind="chat", line_id=line.pk + 99)) == ChatReason.NO_LINE


def test_staff_see_reported_messages_and_their_neighbours_alone(
    line: ChatLine, alice: User, bob: User, charlie: User, mona: User
) -> None:
    befriend(bob, charlie)
    elsewhere = write(bob, charlie, "Elsewhere")
    staff = staff_browser(mona)
    lines = reverse("admin:games_chatline_changelist")
    pages = (lines, reverse("admin:accounts_user_change", args=[bob.pk]), f"{lines}?q=bob")
    change = reverse("admin:games_chatline_change", args=[line.pk])
    for address in pages:
        assert "You oaf" not in words_of(staff.get(address)), address
    assert staff.get(change).status_code in (302, 404)
    assert refused(lambda: chat_hide(actor=mona, line_id=line.pk, reason="Rude")) == ChatReason.NO_LINE
    made = report(alice, line)
    for address in pages:
        words = words_of(staff.get(address))
        assert "You oaf" in words, address
        assert "Before" not in words, address
        assert "Elsewhere" not in words, address
    assert "You oaf" in words_of(staff.get(change))
    case = staff.get(reverse("admin:games_report_change", args=[made.pk]))
    assert all(text in words_of(case) for text in ("Before", "You oaf", "After"))
    assert "Elsewhere" not in words_of(case)
    neighbour = ChatLine.all_lines.get(text="Before")
    # A neighbour has no page of its own, and no link to one.
    assert reverse("admin:games_chatline_change", args=[neighbour.pk]) not in case.content.decode()
    assert change in case.content.decode()
    assert staff.get(reverse("admin:games_chatline_change", args=[elsewhere.pk])).status_code in (302, 404)


def test_neighbours_are_of_the_same_two_people(line: ChatLine, alice: User, mona: User) -> None:
    for number in range(9):
        ChatLine.all_lines.create(user=line.user, reader=alice, text=f"more {number}", created_at=line.created_at)
    shown = [row.text for row in report_case(report(alice, line), mona).lines]
    assert shown == ["Before", "You oaf", "After", *(f"more {number}" for number in range(7))]


def test_a_verdict_hides_it_for_both(line: ChatLine, alice: User, bob: User, mona: User, client_of: ClientOf) -> None:
    made = report(alice, line)
    report_judge(actor=mona, report_id=made.pk, outcome="acted", answer="Thanks", hide_line=True)
    assert unread(alice) == 0
    for user, other in ((alice, bob), (bob, alice)):
        words = words_of(client_of(user).get(f"/messages/{other.handle}/"))
        assert "Hidden by a moderator." in words
        assert "You oaf" not in words
        assert "Hidden" not in words_of(client_of(user).get("/messages/"))
    entry = AuditEntry.objects.get(action="chat.hide")
    assert (entry.person, entry.game) == (bob.pk, "")
    chat_show(actor=mona, line_id=line.pk, reason="A mistake")
    assert "You oaf" in words_of(client_of(alice).get("/messages/bob/"))


def test_staff_judge_no_messages_of_their_own(bob: User, mona: User) -> None:
    befriend(mona, bob)
    line = write(bob, mona, "You oaf")
    made = report(mona, line)
    assert refused(lambda: chat_hide(actor=mona, line_id=line.pk, reason="Rude")) == ConflictReason.OWN_CASE
    with pytest.raises(PermissionDenied):
        chat_hide(actor=bob, line_id=line.pk, reason="Mine")
    judge = {"outcome": "acted", "answer": "Thanks", "hide_line": True}
    assert refused(lambda: report_judge(actor=mona, report_id=made.pk, **judge)) == ConflictReason.OWN_CASE  # type: ignore[arg-type]
