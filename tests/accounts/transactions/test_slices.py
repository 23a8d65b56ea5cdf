"""Retention deletes many rows in slices, each in a transaction of its own, and waits for no other one."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from threading import Event, Thread

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.mail.outbox import mails_tidy
from accounts.models import AccountMail, ApiToken, NetworkTrace, User
from accounts.sign_in.network_traces import networks_forget
from accounts.sign_in.sessions import sessions_forget
from accounts.tokens.services import tokens_forget
from accounts.transactions.slices import rows_change, rows_delete
from games.models import LimitedAct, MailLink, Notice
from games.notices.due import outbox_tidy
from games.notices.links.turn import links_tidy
from games.people.acts import acts_forget
from tests.factories import make_person
from tests.games_laid import lay_game

ROWS, SLICE = 7, 3
LONG_AGO = timezone.now() - timedelta(days=800)


@pytest.fixture
def slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.transactions.slices.SLICE", SLICE)


def acts_load(user: User, count: int = ROWS) -> None:
    rows = (LimitedAct(user=user, kind=next(iter(LimitedAct.Kind)), at=LONG_AGO) for _row in range(count))
    LimitedAct.objects.bulk_create(rows)


def old_rows(alice: User, bob: User) -> None:
    """ROWS rows of each table, which retention deletes, or whose networks it forgets."""
    game, ids = lay_game([alice, bob]), range(ROWS)
    acts_load(alice)
    Notice.objects.all().delete()
    Notice.objects.bulk_create(
        Notice(game=game, user=alice, kind="over", version=one, status="dropped", due_at=LONG_AGO, created_at=LONG_AGO)
        for one in ids
    )
    MailLink.objects.bulk_create(
        MailLink(token_hash=f"{one:064}", game=game, user=alice, version=one, created_at=LONG_AGO, expires_at=LONG_AGO)
        for one in ids
    )
    AccountMail.objects.bulk_create(
        AccountMail(kind="x", status="sent", sealed=b"", due_at=LONG_AGO, expires_at=LONG_AGO, created_at=LONG_AGO)
        for _one in ids
    )
    ApiToken.objects.bulk_create(
        ApiToken(user=alice, name="x", digest=f"{one:064}", scopes=[], created_at=LONG_AGO, expires_at=LONG_AGO)
        for one in ids
    )
    NetworkTrace.objects.bulk_create(
        NetworkTrace(user=alice, address=f"10.0.{one}.0", first_seen_at=LONG_AGO, last_seen_at=LONG_AGO) for one in ids
    )
    Session.objects.bulk_create(Session(f"old-{one}", "", LONG_AGO) for one in ids)
    UserSession.objects.bulk_create(
        UserSession(user=alice, session_key=f"old-{one}", ip="10.0.0.1", last_seen_at=LONG_AGO) for one in ids
    )


RETENTION: tuple[tuple[Callable[[], int], tuple[type[Model], ...]], ...] = (
    (acts_forget, (LimitedAct,)),
    (outbox_tidy, (Notice,)),
    (links_tidy, (MailLink,)),
    (mails_tidy, (AccountMail,)),
    (tokens_forget, (ApiToken,)),
    (networks_forget, (NetworkTrace,)),
    (sessions_forget, (Session, UserSession)),
)


@pytest.mark.django_db
@pytest.mark.usefixtures("slices")
def test_retention_goes_by_slices(alice: User, bob: User) -> None:
    old_rows(alice, bob)
    for forget, models in RETENTION:
        with CaptureQueriesContext(connection) as asked:
            assert forget() == ROWS, forget
        for sql in (query["sql"] for query in asked if re.match("DELETE|UPDATE", query["sql"])):
            assert len(re.search(r" IN \((.*)\)", sql, re.DOTALL)[1].split(",")) <= SLICE, sql  # type: ignore[index]
        for model in models:
            assert not model._base_manager.exists(), model


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("slices")
def test_each_slice_is_committed_and_locked_rows_wait_for_the_next_time(alice: User) -> None:
    acts_load(alice)
    locked_id = LimitedAct.objects.order_by("pk").values_list("pk", flat=True)[0]
    locked, done = Event(), Event()

    def hold() -> None:
        with transaction.atomic():
            LimitedAct.objects.select_for_update().get(pk=locked_id)
            locked.set()
            done.wait(30)
        connection.close()

    holder = Thread(target=hold, daemon=True)
    holder.start()
    assert locked.wait(30)
    try:
        assert rows_delete(LimitedAct.objects.all()) == ROWS - 1
    finally:
        done.set()
        holder.join(30)
    assert list(LimitedAct.objects.values_list("pk", flat=True)) == [locked_id]
    assert acts_forget() == 1


@pytest.mark.django_db
@pytest.mark.usefixtures("slices")
def test_columns_are_changed_in_slices() -> None:
    for number in range(ROWS):
        make_person(f"person-{number}")
    people = User.objects.filter(handle__startswith="person-", is_active=True)
    assert rows_change(people, is_active=False) == ROWS
    assert not people.exists()
