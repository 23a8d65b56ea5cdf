"""Each kind of task has its own queue. `test_expiry` has a worker take them by precedence."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.sweeps import CLOCKS_DIFFER
from games.models import Deadline, Game, Notice
from games.notices.webhooks import webhook_test
from games.outbox.channels import own_webhooks
from games.play.seats.resign import seat_resign
from games.queues import QUEUES
from games.sweeps import BOT_RETRY_AFTER, bots_sweep
from odinsite.celery import app
from odinsite.redis.breaker import queue_breaker
from tests.factories import make_game, make_person
from tests.games_laid import game_where, turn_next
from tests.notices.choices import chooses, webhook_of
from tests.notices.outbox import make_due, swept

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def empty_queues() -> Iterator[None]:
    app.control.purge()
    yield
    app.control.purge()


def taken(name: str) -> list[tuple[str, int]]:
    """Name and first argument of each task in a queue, which is empty afterwards."""
    return [
        (message.headers["task"].removeprefix("games.tasks."), message.decode()[0][0]) for message in messages(name)
    ]


def messages(name: str) -> Iterator[Any]:
    with app.connection_for_read() as connection:
        queue = app.amqp.queues[name](connection.default_channel)
        while (message := queue.get(no_ack=True)) is not None:
            yield message


@pytest.fixture
def told() -> User:
    """A person who is notified of the start of a game by email and webhook."""
    alice = make_person("alice")
    chooses(alice)
    webhook_of(alice)
    make_game([alice, make_person("bob")])
    app.control.purge()
    return alice


def test_mails_and_webhooks_wait_in_different_queues(told: User) -> None:
    rows = {row.channel: row for row in Notice.objects.filter(user=told, kind=Notice.Kind.STARTED)}
    Notice.objects.exclude(pk__in=[row.pk for row in rows.values()]).delete()
    make_due(*rows.values())
    assert swept() == 2
    assert taken("mail") == [("notice_send", rows["mail"].pk)]
    assert taken("outward") == [("notice_deliver", rows["webhook"].pk)]


def test_a_test_waits_with_the_webhooks(told: User) -> None:
    webhook = told.webhooks.get()
    webhook_test(user=told, webhook_id=webhook.pk)
    assert taken("outward") == [("webhook_test", webhook.pk)]


def test_a_test_that_cannot_be_queued_says_so_and_can_be_tried_again(told: User) -> None:
    webhook = told.webhooks.get()
    queue_breaker().failed(OSError("Redis is away"))
    webhook_test(user=told, webhook_id=webhook.pk)
    [line] = own_webhooks(told)
    assert (line.test_lost, line.testing) == (True, False)
    queue_breaker().answered()
    webhook_test(user=told, webhook_id=webhook.pk)
    assert taken("outward") == [("webhook_test", webhook.pk)]


def bots_turn(*people: User) -> Game:
    """A game of these people and bots that waits for a bot."""
    recorded = {1: "single_hand_with_two_bots", 2: "target_10_of_six_with_bots"}[len(people)]
    return game_where(people, lambda state: state.to_act == 1, recorded=recorded)


def test_bots_of_tables_without_people_wait_behind_all_others() -> None:
    alice, bob = make_person("alice"), make_person("bob")
    game = bots_turn(alice, bob)
    seat_resign(public_id=game.public_id, user=alice)
    assert (taken("bots"), taken("idle")) == ([("bot_turn_play", game.pk)], [])
    seat_resign(public_id=game.public_id, user=bob)
    assert (taken("bots"), taken("idle")) == ([], [("idle_turn_play", game.pk)])


def test_the_sweep_knows_them_too() -> None:
    alice = make_person("alice")
    watched, idle = bots_turn(alice), bots_turn(alice)
    seat_resign(public_id=idle.public_id, user=alice)
    Deadline.objects.update(bot_since=timezone.now() - BOT_RETRY_AFTER)
    app.control.purge()
    assert bots_sweep() == 2
    assert (taken("bots"), taken("idle")) == ([("bot_turn_play", watched.pk)], [("idle_turn_play", idle.pk)])


def test_the_sweep_knows_a_bot_whose_wait_began_in_the_future() -> None:
    """The clock was wrong. The clocks of several machines may differ by less."""
    game = bots_turn(make_person("alice"))
    Deadline.objects.update(bot_since=timezone.now() + CLOCKS_DIFFER - timedelta(seconds=2))
    app.control.purge()
    assert bots_sweep() == 0
    Deadline.objects.update(bot_since=timezone.now() + timedelta(days=2))
    assert bots_sweep() == 1
    assert taken("bots") == [("bot_turn_play", game.pk)]


def test_a_bot_that_is_late_does_not_pause_again() -> None:
    game = bots_turn(make_person("alice"))
    Deadline.objects.update(bot_since=timezone.now())
    turn_next(game_where([make_person("bob")], lambda state: state.to_act == 0, recorded="single_hand_with_bot"))
    (asked,) = messages("bots")
    Deadline.objects.filter(game=game).update(bot_since=timezone.now() - BOT_RETRY_AFTER)
    assert bots_sweep() == 1
    (repeated,) = messages("bots")
    assert asked.headers["eta"] is not None
    assert repeated.headers["eta"] is None


def test_a_worker_without_options_takes_all_queues_in_order() -> None:
    assert list(app.amqp.queues) == list(QUEUES) == ["clocks", "mail", "bots", "outward", "background", "idle"]
    assert list(app.amqp.queues.consume_from) == list(QUEUES)
    assert app.amqp.router.route({}, "games.tasks.waits_sweep")["queue"].name == "clocks"
    app.loader.import_default_modules()
    assert {task for tasks in QUEUES.values() for task in tasks} <= set(app.tasks)
