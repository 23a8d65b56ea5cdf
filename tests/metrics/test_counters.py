"""Counters in a process's memory."""

from __future__ import annotations

from threading import Thread

import pytest

from accounts.metrics.counters import OTHER, SERIES_MAX, SUM, Histogram, ProcessCounter


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counters of the test are not the site's."""
    monkeypatch.setattr(ProcessCounter, "registry", {})


pytestmark = pytest.mark.usefixtures("registry")


def test_what_was_taken_is_counted_no_more() -> None:
    turns = ProcessCounter("turns", "Turns.", "way")
    turns.add("page")
    turns.add("page", count=2)
    turns.add("bot")
    assert ProcessCounter.take_all() == {("turns", "page"): 3, ("turns", "bot"): 1}
    assert ProcessCounter.take_all() == {}


def test_what_could_not_be_stored_is_added_to_what_came_since() -> None:
    turns = ProcessCounter("turns", "Turns.", "way")
    turns.add("page")
    taken = ProcessCounter.take_all()
    turns.add("page")
    ProcessCounter.put_back(taken)
    assert ProcessCounter.take_all() == {("turns", "page"): 2}


def test_threads_lose_no_count() -> None:
    turns = ProcessCounter("turns", "Turns.", "way")

    def work() -> None:
        for _turn in range(2000):
            turns.add("page")

    threads = [Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert ProcessCounter.take_all() == {("turns", "page"): 16_000}


def test_a_histogram_counts_each_time_in_one_bucket() -> None:
    told = Histogram("told", "Told.", "where", buckets=(0.1, 1.0))
    for seconds in (0.05, 0.1, 0.5, 7.0):
        told.observe(seconds, "here")
    taken = ProcessCounter.take_all()
    assert taken.pop(("told", "here", SUM)) == pytest.approx(7.65)
    assert taken == {("told", "here", "0.1"): 2, ("told", "here", "1.0"): 1, ("told", "here", "+Inf"): 1}


def test_a_label_with_too_many_values_counts_as_other() -> None:
    """A mistake, such as an address as a label, fills neither Redis nor Prometheus."""
    turns = ProcessCounter("turns", "Turns.", "way")
    for number in range(SERIES_MAX + 10):
        turns.add(str(number))
    turns.add("0")
    taken = ProcessCounter.take_all()
    assert len(taken) == SERIES_MAX + 1
    assert (taken["turns", OTHER], taken["turns", "0"]) == (10, 2)


def test_a_forked_process_forgets_what_its_parent_counted() -> None:
    turns = ProcessCounter("turns", "Turns.", "way")
    turns.add("page")
    # Another thread of the parent was counting at that moment.
    ProcessCounter._lock.acquire()
    ProcessCounter.after_fork()
    turns.add("bot")
    assert ProcessCounter.take_all() == {("turns", "bot"): 1}
