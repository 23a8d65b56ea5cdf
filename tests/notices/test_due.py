"""The sweep finds what was not queued, queues nothing twice, and tidies up."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.core.cache import cache
from django.utils import timezone
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from games.models import Game, MailLink, Notice
from games.notices.claim import CLAIM_TIMEOUT, outbox_claim
from games.notices.due import RETENTION, due_rows
from games.outbox.write import notice_write
from games.sweeps import notices_sweep
from tests.notices.outbox import make_due, swept, turn_mail

pytestmark = pytest.mark.django_db


def test_a_row_that_waits_in_the_queue_is_not_queued_again(game: Game) -> None:
    row = turn_mail(game)
    assert (swept(), swept()) == (1, 0)
    assert due_rows(timezone.now()).get() == row


def test_a_queue_that_forgot_is_filled_again(game: Game) -> None:
    assert swept() == 1
    cache.clear()
    assert swept() == 1


def test_what_was_put_off_is_queued_when_it_is_due_again(game: Game) -> None:
    row = turn_mail(game)
    assert swept() == 1
    assert outbox_claim(notice_id=row.pk) is not None
    assert swept() == 0
    Notice.objects.filter(pk=row.pk).update(due_at=timezone.now() - CLAIM_TIMEOUT)
    assert swept() == 1


def test_the_oldest_go_first(game: Game, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> None:
    rows = list(Notice.objects.filter(game=game))
    assert len(rows) > 2
    for number, row in enumerate(rows):
        Notice.objects.filter(pk=row.pk).update(kind="over", number=number)
    make_due(*rows)
    Notice.objects.filter(pk=rows[-1].pk).update(due_at=timezone.now() - timedelta(hours=1))
    with django_capture_on_commit_callbacks() as queued:
        assert swept() == len(rows)
    asked = [call.args for call in queued if isinstance(call, partial)]
    assert asked[0] == ("notice_send", (rows[-1].pk,), 0)
    assert len(asked) == len(rows)


def test_what_is_stale_at_the_start_is_dropped_without_a_task(
    game: Game, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    Notice.objects.filter(game=game).delete()
    first, second = game.seats.order_by("number")[:2]
    game.seats.update(acted_at=None, looked_at=None)
    for seat in (first, second):
        notice_write(Notice.Kind.STARTED, game, seat.user, timezone.now())
    notice_write(Notice.Kind.JOINED, game, first.user, timezone.now())
    game.seats.filter(pk=first.pk).update(acted_at=timezone.now())
    make_due(*Notice.objects.filter(game=game))
    with django_capture_on_commit_callbacks() as queued:
        assert swept() == 3
    stale = Notice.objects.filter(game=game, user=first.user).order_by("kind")
    assert [(row.kind, row.status, row.reason) for row in stale] == [
        ("joined", "dropped", "the game has started, or you left it"),
        ("started", "dropped", "you’ve played since"),
    ]
    left = Notice.objects.get(game=game, user=second.user)
    assert left.status == "waiting"
    assert [call.args for call in queued if isinstance(call, partial)] == [("notice_send", (left.pk,), 0)]


def test_old_rows_are_tidied_away_once_settled(game: Game) -> None:
    old = timezone.now() - RETENTION - timedelta(minutes=1)
    rows = list(Notice.objects.filter(game=game).order_by("pk"))
    waiting, sent, dropped, young = rows[:4]
    Notice.objects.filter(pk__in=[row.pk for row in (waiting, sent, dropped)]).update(created_at=old)
    Notice.objects.filter(pk__in=[sent.pk, young.pk]).update(status="sent", sent_at=timezone.now())
    Notice.objects.filter(pk=dropped.pk).update(status="dropped")
    notices_sweep()
    left = set(Notice.objects.values_list("pk", flat=True))
    assert left == {row.pk for row in rows} - {sent.pk, dropped.pk}


def test_lapsed_links_are_tidied_away(game: Game) -> None:
    at = timezone.now()
    for number, days in enumerate((0, 100)):
        MailLink.objects.create(
            token_hash=f"{number:064}", game=game, user=game.host, version=1, account_mark="x",
            created_at=at - timedelta(days=days), expires_at=at - timedelta(days=days - 1),
        )  # fmt: skip
    notices_sweep()
    assert MailLink.objects.count() == 1
