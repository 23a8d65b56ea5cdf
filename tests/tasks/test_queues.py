"""What goes to people's own addresses has a queue of its own, so that a slow server keeps nothing else waiting."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from accounts.models import User
from games.models import Notice
from games.services.webhooks import webhook_test
from odinsite.celery import app
from tests.factories import make_game, make_person
from tests.mail.people import chooses, webhook_of
from tests.mail.rows import make_due, swept

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def empty_queues() -> Iterator[None]:
    app.control.purge()
    yield
    app.control.purge()


def taken(name: str) -> list[tuple[str, int]]:
    """Name and first argument of each task in a queue, which is empty afterwards."""
    found = []
    with app.connection_for_read() as connection:
        queue = app.amqp.queues[name](connection.default_channel)
        while (message := queue.get(no_ack=True)) is not None:
            found.append((message.headers["task"].removeprefix("games.tasks."), message.decode()[0][0]))
    return found


@pytest.fixture
def told() -> User:
    """A person who is told of the start of a game by mail and webhook."""
    alice = make_person("alice")
    chooses(alice)
    webhook_of(alice)
    make_game([alice, make_person("bob")])
    taken("celery"), taken("outward")
    return alice


def test_mails_and_webhooks_wait_in_different_queues(told: User) -> None:
    rows = {row.channel: row for row in Notice.objects.filter(user=told, kind=Notice.Kind.STARTED)}
    Notice.objects.exclude(pk__in=[row.pk for row in rows.values()]).delete()
    make_due(*rows.values())
    assert swept() == 2
    assert taken("celery") == [("send_notice", rows["mail"].pk)]
    assert taken("outward") == [("deliver_notice", rows["webhook"].pk)]


def test_a_test_waits_with_the_webhooks(told: User) -> None:
    webhook = told.webhooks.get()
    webhook_test(user=told, webhook_id=webhook.pk)
    assert taken("celery") == []
    assert taken("outward") == [("try_webhook", webhook.pk)]


def test_a_worker_that_is_told_nothing_takes_both() -> None:
    assert set(app.amqp.queues) == {"celery", "outward"}
    assert len({queue.routing_key for queue in app.amqp.queues.values()}) == 2
