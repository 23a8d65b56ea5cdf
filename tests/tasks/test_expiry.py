"""Messages lapse when a later one asks the same: ten minutes without workers leave a handful to do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from celery.schedules import crontab

from accounts.models import User
from accounts.sweeps import SWEEPS
from games import on_commit, sweeps
from games.history.review import STEP_TIMEOUT
from games.hooks.sending import CLAIM
from games.models import Notice
from games.notices.claim import CLAIM_TIMEOUT
from games.notices.due import QUEUED_S
from games.queues import QUEUES
from odinsite.celery import app
from odinsite.queue.sweeps import TIMETABLE
from tests.embedded.running import wait_until
from tests.factories import make_person
from tests.games_laid import game_where, turn_next
from tests.notices.choices import chooses
from tests.notices.outbox import make_due
from tests.tasks.conftest import Workers

pytestmark = pytest.mark.django_db(transaction=True)
AWAY = timedelta(minutes=10)
BOTS = 60
# With those that begin before a worker's next look at its queues.
PLAYING = 6


@pytest.fixture(autouse=True)
def empty_queues() -> Iterator[None]:
    app.control.purge()
    yield
    app.control.purge()


def seconds_between(entry: dict[str, object]) -> float:
    every = entry["schedule"]
    return 3600.0 if isinstance(every, crontab) else float(str(every))


def published(span: timedelta) -> Counter[str]:
    """Send the tasks of the timetable in the last `span`, with the options of its entries; return how many of each
    task.
    """
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
def test_after_ten_minutes_without_workers_a_handful_is_done_in_order_of_precedence(workers: Workers) -> None:
    """A bot's turn that was asked for then lapses as well; the clock's last sweep finds it."""
    alice = make_person("alice")
    mail = due_mail(alice)
    with time_machine.travel(datetime.now(UTC) - AWAY, tick=False):
        game = game_where([alice], lambda state: state.to_act == 0, recorded="single_hand_with_bot")
        turn_next(game)
    assert game.bot_acts
    for _turn in range(100):
        app.send_task("games.tasks.idle_turn_play", [game.pk, 0])
    app.send_task("games.tasks.notice_send", [mail.pk])
    sent = published(AWAY)
    assert sent.total() > 350
    with workers.start(IDLE_S="0.05"):
        wait_until(lambda: ended(workers, sent) == sent.total(), "an empty queue of the clock", tick=0.2)
        wait_until(lambda: tasks(workers, RECEIVED)["games.tasks.idle_turn_play"] > 10, "turns where no person plays")
        wait_until(lambda: game.hands.filter(moves__isnull=False).exists(), "a bot's turn")
        wait_until(lambda: Notice.objects.get(pk=mail.pk).status == Notice.Status.SENT, "the mail")
    done = tasks(workers, DONE)
    assert 1 <= sum(done[name] for name in sent) <= 30, done
    assert tasks(workers, LAPSED)["games.tasks.bot_turn_play"] == 1
    taken = re.findall(RECEIVED, workers.log.read_text())
    in_first_queue = Counter({name: number for name, number in sent.items() if name not in QUEUES["background"]})
    assert Counter(taken[: in_first_queue.total()]) == in_first_queue
    later = ("notice_send", "bot_turn_play", "ratings_rework", "idle_turn_play")
    places = [taken.index(f"games.tasks.{name}") for name in later]
    assert places == sorted(places)


@pytest.mark.whole
def test_a_mail_waits_for_no_bot_whose_pause_is_over(workers: Workers) -> None:
    """The email waits only for bots that are already playing."""
    bot = "games.tasks.idle_turn_play"
    mail = due_mail(make_person("alice"))
    with workers.start(IDLE_S="0.1"):
        for _turn in range(BOTS):
            app.send_task(bot, [mail.game_id, 0], countdown=1)
        wait_until(lambda: tasks(workers, DONE)[bot] > 0, "a bot's turn")
        app.send_task("games.tasks.notice_send", [mail.pk])
        before = tasks(workers, DONE)[bot]
        wait_until(lambda: tasks(workers, DONE)[bot] == BOTS, "all bots' turns")
    until_mail = workers.log.read_text().partition("Task games.tasks.notice_send")[0]
    assert len(re.findall(DONE, until_mail)) <= before + PLAYING


def due_mail(alice: User) -> Notice:
    """A due notification that is in no queue."""
    chooses(alice)
    game = game_where([alice], lambda state: state.to_act == 1, recorded="single_hand_with_two_bots")
    app.control.purge()
    mail = Notice.objects.get(game=game, user=alice, kind=Notice.Kind.STARTED, channel=Notice.Channel.MAIL)
    make_due(mail)
    return mail


RECEIVED = r"Task (\S+)\[\S+\] received"
LAPSED = r"Discarding revoked task: (\S+)\["
DONE = r"Task (\S+)\[\S+\] succeeded"


def ended(workers: Workers, sent: Counter[str]) -> int:
    """The number of the timetable's tasks that have expired or been done."""
    both = tasks(workers, LAPSED) + tasks(workers, DONE)
    return sum(both[name] for name in sent)


def tasks(workers: Workers, words: str) -> Counter[str]:
    """The number of times that the worker's log has the words, for each task."""
    return Counter(re.findall(words, workers.log.read_text()))


def test_each_task_of_the_clock_lapses_by_its_next() -> None:
    for name, entry in TIMETABLE.items():
        expires = entry["options"]["expires"]
        assert seconds_between(entry) <= expires <= 86_400, name


def test_what_lapses_is_asked_for_again_before() -> None:
    """Tasks expire later than the sweep queues them again: until then the first one is still good."""
    for name, (task, patience) in ASKED_AGAIN.items():
        assert on_commit.EXPIRES_S[task] > (patience + SWEEPS[name].every).total_seconds(), task
    asked_again = {task for task, _patience in ASKED_AGAIN.values()} | {"idle_turn_play", "notice_deliver"}
    # It is not queued again, because the same news is emailed.
    assert asked_again | {"cases_push"} == set(on_commit.EXPIRES_S)
    app.loader.import_default_modules()
    assert timedelta(seconds=QUEUED_S) >= CLAIM_TIMEOUT
    assert {f"games.tasks.{task}" for task in on_commit.EXPIRES_S} <= set(app.tasks)


ASKED_AGAIN = {
    "bots_sweep": ("bot_turn_play", sweeps.BOT_RETRY_AFTER),
    "waits_sweep": ("wait_attend", sweeps.CLAIM_TIMEOUT),
    "outbox_sweep": ("notice_send", timedelta(seconds=QUEUED_S)),
    "shared_hands_sweep": ("strongest_line", timedelta(0)),
    "hooks_sweep": ("hook_deliver", CLAIM),
    "reviews_sweep": ("review_work", STEP_TIMEOUT - timedelta(seconds=60)),
}


def test_queues_have_names_that_a_worker_may_be_told() -> None:
    with pytest.raises(KeyError):
        app.amqp.queues.select(["celery"])
    app.amqp.queues.select(list(QUEUES))
