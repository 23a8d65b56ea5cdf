"""Messages lapse when a later one asks the same: ten minutes without workers leave a handful to do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from celery.schedules import crontab

from accounts.sweeps import SWEEPS
from games import on_commit, sweeps
from games.history.review import STEP_TIMEOUT
from games.notices.claim import CLAIM_TIMEOUT
from games.notices.due import QUEUED_S
from games.queues import QUEUES
from odinsite.celery import app
from odinsite.queue.sweeps import TIMETABLE
from tests.embedded.running import wait_until
from tests.factories import make_person
from tests.games_laid import game_where, turn_next
from tests.tasks.conftest import Workers

pytestmark = pytest.mark.django_db(transaction=True)
AWAY = timedelta(minutes=10)


@pytest.fixture(autouse=True)
def empty_queues() -> Iterator[None]:
    app.control.purge()
    yield
    app.control.purge()


def seconds_between(entry: dict[str, object]) -> float:
    every = entry["schedule"]
    return 3600.0 if isinstance(every, crontab) else float(str(every))


def published(span: timedelta) -> Counter[str]:
    """Send what the clock sends in the last `span`, with the options of its entries; how many of each task."""
    sent: Counter[str] = Counter()
    now = datetime.now(UTC)
    for entry in TIMETABLE.values():
        if entry["options"]["expires"] > span.total_seconds():
            continue
        seconds = seconds_between(entry)
        for number in range(int(span.total_seconds() / seconds)):
            with time_machine.travel(now - span + timedelta(seconds=(number + 1) * seconds), tick=False):
                app.send_task(entry["task"], **entry["options"])
            sent[entry["task"]] += 1
    return sent


@pytest.mark.whole
def test_ten_minutes_without_workers_leave_a_handful_and_a_lapsed_turn_is_taken(workers: Workers) -> None:
    """The bot's turn was asked for ten minutes ago and lapses as well; the clock's last sweep finds it."""
    alice = make_person("alice")
    with time_machine.travel(datetime.now(UTC) - AWAY, tick=False):
        game = game_where([alice], lambda state: state.to_act == 0, recorded="single_hand_with_bot")
        turn_next(game)
    assert game.bot_acts
    sent = published(AWAY)
    assert sent.total() > 350
    with workers.start():
        wait_until(lambda: ended(workers, sent) == sent.total(), "an empty queue", tick=0.2)
        wait_until(lambda: game.hands.filter(moves__isnull=False).exists(), "a bot's turn")
    done = tasks(workers, DONE)
    assert 1 <= sum(done[name] for name in sent) <= 25, done
    assert tasks(workers, LAPSED)["games.tasks.bot_turn_play"] == 1


LAPSED = r"Discarding revoked task: (\S+)\["
DONE = r"Task (\S+)\[\S+\] succeeded"


def ended(workers: Workers, sent: Counter[str]) -> int:
    """How many of the clock's tasks have lapsed or been done."""
    both = tasks(workers, LAPSED) + tasks(workers, DONE)
    return sum(both[name] for name in sent)


def tasks(workers: Workers, words: str) -> Counter[str]:
    """How often the worker says so of each task."""
    return Counter(re.findall(words, workers.log.read_text()))


def test_each_task_of_the_clock_lapses_by_its_next() -> None:
    for name, entry in TIMETABLE.items():
        expires = entry["options"]["expires"]
        assert seconds_between(entry) <= expires <= 86_400, name


def test_what_lapses_is_asked_for_again_before() -> None:
    """Later than the sweep asks: until then what was asked first is still good."""
    for name, (task, patience) in ASKED_AGAIN.items():
        assert on_commit.EXPIRES_S[task] > (patience + SWEEPS[name].every).total_seconds(), task
    asked_again = {task for task, _patience in ASKED_AGAIN.values()} | {"idle_turn_play", "notice_deliver"}
    assert asked_again == set(on_commit.EXPIRES_S)
    app.loader.import_default_modules()
    assert timedelta(seconds=QUEUED_S) >= CLAIM_TIMEOUT
    assert {f"games.tasks.{task}" for task in on_commit.EXPIRES_S} <= set(app.tasks)


ASKED_AGAIN = {
    "bots_sweep": ("bot_turn_play", sweeps.BOT_RETRY_AFTER),
    "waits_sweep": ("wait_attend", sweeps.CLAIM_TIMEOUT),
    "outbox_sweep": ("notice_send", timedelta(seconds=QUEUED_S)),
    "reviews_sweep": ("review_work", STEP_TIMEOUT - timedelta(seconds=60)),
}


def test_queues_have_names_that_a_worker_may_be_told() -> None:
    with pytest.raises(KeyError):
        app.amqp.queues.select(["celery"])
    app.amqp.queues.select(list(QUEUES))
