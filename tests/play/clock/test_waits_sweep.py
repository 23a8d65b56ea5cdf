"""The sweep takes each wait once."""

import threading
from datetime import datetime, timedelta

import pytest
from celery import current_app
from django.db import connection, connections
from django.utils import timezone

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Deadline, Game
from games.sweeps import CLAIM_TIMEOUT, WAITS_EVERY, _waits_claim, waits_due, waits_sweep
from tests.bench.loading import LATER, make_due, waiting_games_load
from tests.games_laid import lay_game
from tests.play.slow_games import clock_of, person_acts

MANY = 3000


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return lay_game([alice, bob], NewGame(seats=2, pace="1d"))


@pytest.mark.django_db
def test_what_is_due_is_found_by_the_index(game: Game) -> None:
    waiting_games_load(game, MANY, due=timezone.now() + LATER)
    plan = waits_due(timezone.now()).explain()
    assert "deadline_next" in plan
    assert "Seq Scan" not in plan


@pytest.mark.django_db
def test_only_what_is_due_is_claimed_and_only_once(game: Game) -> None:
    ids = waiting_games_load(game, 30, due=timezone.now() + LATER)
    make_due(ids[:10], timezone.now())
    assert waits_sweep() == 10
    assert waits_sweep() == 0
    assert Deadline.objects.get(pk=ids[0]).next_at is not None


@pytest.mark.django_db
def test_a_wait_left_unattended_is_found_again_after_the_claim(game: Game) -> None:
    ids = waiting_games_load(game, 3, due=timezone.now() + LATER)
    make_due(ids[:1], timezone.now())
    now = timezone.now()
    assert _waits_claim(now) == ids[:1]
    assert _waits_claim(now + CLAIM_TIMEOUT - WAITS_EVERY - timedelta(seconds=1)) == []
    assert _waits_claim(now + CLAIM_TIMEOUT) == ids[:1]


@pytest.mark.django_db(transaction=True)
def test_what_is_due_before_the_next_sweep_is_queued_for_its_own_moment(game: Game) -> None:
    """Acting on the sweep's beat would reveal planned turns."""
    moment = timezone.now() + timedelta(seconds=3, milliseconds=217)
    Deadline.objects.filter(pk=game.pk).update(order_at=moment, next_at=moment)
    with current_app.connection_for_read() as broker, broker.SimpleQueue("clocks") as queue:
        queue.clear()
        assert waits_sweep() == 1
        message = queue.get(timeout=5)
        message.ack()
    assert message.headers["task"] == "games.tasks.wait_attend"
    assert abs(datetime.fromisoformat(message.headers["eta"]) - moment) < timedelta(seconds=1)


@pytest.mark.django_db(transaction=True)
def test_a_wait_that_a_turn_left_as_due_as_the_wait_before_is_put_off(game: Game) -> None:
    Deadline.objects.filter(pk=game.pk).update(next_at=timezone.now() + timedelta(hours=2))
    person_acts(game)
    left = clock_of(game)
    assert left.remind_at is not None
    assert left.next_at is not None
    assert left.next_at < left.remind_at
    Deadline.objects.filter(pk=game.pk).update(next_at=timezone.now())
    assert waits_sweep() == 0
    assert clock_of(game).next_at == min(left.remind_at, left.notice_at or left.remind_at)


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_share_what_is_due(game: Game) -> None:
    ids = waiting_games_load(game, 400, due=timezone.now() + LATER)
    make_due(ids, timezone.now())
    taken: list[list[int]] = []
    start = threading.Barrier(2)

    def claim() -> None:
        start.wait()
        taken.append(_waits_claim(timezone.now()))
        connections.close_all()

    threads = [threading.Thread(target=claim) for _number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken[0] + taken[1]) == ids
    assert connection.vendor == "postgresql"
