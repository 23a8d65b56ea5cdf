"""Restarts: their pauses, their messages, and when they are given up."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from odinsite.embedded.errors import GaveUp, StartError
from odinsite.embedded.watch import Restarts, Watch


class Clock:
    """A stopped clock, which tests move."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Machine:
    """A process to watch. `faults` are the next starts' errors; an empty text starts well."""

    faults: list[str] = field(default_factory=list)
    name: str = "The machine"
    log: Path = Path("machine.log")
    patience: float = 60.0
    reason: str | None = None
    works: bool = True
    begun: int = 0
    kills: int = 0

    def begin(self) -> None:
        self.begun += 1
        fault = self.faults.pop(0) if self.faults else ""
        if fault:
            raise StartError(fault)
        self.reason = None

    def ended(self) -> str | None:
        return self.reason

    def ready(self) -> bool:
        return self.works

    def kill(self) -> None:
        self.kills += 1
        self.reason = "killed"


@pytest.fixture
def clock() -> Clock:
    return Clock()


def pauses(restarts: Restarts, clock: Clock, count: int) -> list[float | None]:
    found = []
    for _ in range(count):
        found.append(restarts.pause())
        clock.now += found[-1] or 0
    return found


def test_pauses_grow_to_half_a_minute(clock: Clock) -> None:
    assert pauses(Restarts(clock), clock, 9) == [0, 1, 2, 4, 8, 16, 30, 30, 30]


def test_a_minute_of_health_takes_the_pauses_back_to_nothing_and_less_does_not(clock: Clock) -> None:
    restarts = Restarts(clock)
    assert pauses(restarts, clock, 3) == [0, 1, 2]
    restarts.up()
    clock.now += 59
    assert restarts.pause() == 4
    restarts.up()
    clock.now += 60
    assert pauses(restarts, clock, 2) == [0, 1]


def test_it_gives_up_after_ten_minutes_in_vain(clock: Clock) -> None:
    restarts = Restarts(clock)
    began = clock.now
    while restarts.pause() is not None:
        clock.now += 29
    assert 600 <= clock.now - began < 630


def test_what_works_now_and_then_is_never_given_up(clock: Clock) -> None:
    restarts = Restarts(clock)
    for _ in range(100):
        restarts.up()
        clock.now += 20
        assert restarts.pause() is not None
        clock.now += 30


def test_an_end_and_the_return_print_a_line_each(clock: Clock) -> None:
    machine, told = Machine(), list[str]()
    watch = Watch(machine, told.append, clock)
    watch.look()
    assert (told, watch.up) == ([], True)
    machine.reason = "killed by SIGKILL"
    watch.look()
    assert told == ["The machine: ended (killed by SIGKILL). Starting it again now. Log: machine.log"]
    clock.now += 0.5
    watch.look()
    assert told[1:] == ["The machine: back after 0.5 seconds."]
    assert machine.begun == 1


def test_nothing_is_started_before_a_pause_is_over(clock: Clock) -> None:
    machine, told = Machine(faults=["no room.", "no room."]), list[str]()
    watch = Watch(machine, told.append, clock)
    watch.look()
    machine.reason = "exit code 1"
    watch.look()
    assert told[1] == "The machine: did not start (no room). Starting it again in 1 s. Log: machine.log"
    watch.look()
    clock.now += 0.9
    watch.look()
    assert machine.begun == 1
    clock.now += 0.1
    watch.look()
    assert (machine.begun, watch.up) == (2, False)
    assert "in 2 s" in told[2]
    clock.now += 2
    watch.look()
    watch.look()
    assert (machine.begun, watch.up) == (3, True)
    assert told[3:] == ["The machine: back after 3.0 seconds."]


def test_a_start_that_leads_to_nothing_is_ended_by_force(clock: Clock) -> None:
    machine, told = Machine(works=False), list[str]()
    watch = Watch(machine, told.append, clock)
    clock.now += 59
    watch.look()
    assert machine.kills == 0
    clock.now += 1
    watch.look()
    assert machine.kills == 1
    assert "did not start (not ready after 60 seconds). Starting it again now" in told[0]


def test_in_the_end_the_reason_is_given(clock: Clock) -> None:
    machine, told = Machine(faults=["no room."] * 1000), list[str]()
    watch = Watch(machine, told.append, clock)
    watch.look()
    machine.reason = "killed by SIGKILL"
    with pytest.raises(GaveUp) as gave_up:
        look_each_second(watch, clock, 700)
    assert str(gave_up.value) == "The machine: not back after 10 minutes of trying (no room). Log: machine.log"
    assert len(told) == machine.begun
    assert 24 <= machine.begun <= 27


def look_each_second(watch: Watch, clock: Clock, seconds: int) -> None:
    for _ in range(seconds):
        watch.look()
        clock.now += 1
