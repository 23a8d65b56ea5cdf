"""What a month's mails must be: judged from what arrived, without asking the outbox whether all is well."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from games.models import Notice
from games.simulation.month.people import Person
from games.simulation.month.sink import Letter

# After the last thing that held it back, a notice may take so long: a server that asks for patience, a killed worker.
SLACK = timedelta(hours=1)
# What holds a turn's notice back: the page in view, or a turn just played (games.outbox.schedule).
IN_VIEW = timedelta(minutes=2)

Complain = Callable[[str], None]


@dataclass(frozen=True)
class Told:
    """One event that a mail told a person of, as it was at the moment at which the mail came.

    `occasion` tells events of a kind and game apart: for turns and reminders the wait, for reminders its number too.
    `stale`: why it was no news any more; `unwanted`: why the person should not have had it. Empty where all is well.
    """

    person: int
    kind: str
    game: int
    occasion: tuple[int, ...]
    letter: Letter
    stale: str = ""
    unwanted: str = ""

    @property
    def event(self) -> tuple[object, ...]:
        return self.person, self.kind, self.game, self.occasion


@dataclass(frozen=True)
class Wait:
    """A wait for a person that ended with a turn, `occasion` as in `Told`.

    `ran_out`: it ended because its time did, and had been long enough for a reminder.
    """

    person: int
    game: int
    occasion: tuple[int, ...]
    begins: datetime
    ends: datetime
    ran_out: bool = False


@dataclass
class Audit:
    """Counts what should not be; `complain` is told of each case in words.

    `expected`: how many waits went on for so long that a mail of them had to come.
    """

    complain: Complain
    expected: int = 0
    letters: list[Letter] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)

    def take(self, letter: Letter, told: Sequence[Told]) -> None:
        """Note a letter that arrived, and what it told."""
        self.letters.append(letter)
        self.told += told

    def doubled(self, uncertain: Iterable[str]) -> int:
        """Events told under two Message-IDs, and letters that came twice though no worker died of the first.

        `uncertain`: the Message-IDs of those where one did.
        """
        ids: dict[tuple[object, ...], set[str]] = defaultdict(set)
        for told in self.told:
            ids[told.event].add(told.letter.message_id)
        events = {event: names for event, names in ids.items() if len(names) > 1}
        for event, names in events.items():
            self.complain(f"doubled: {event} under {sorted(names)}")
        marked = set(uncertain)
        again = {key: times - 1 for key, times in self._times().items() if times > 1 and key[1] not in marked}
        for key in again:
            self.complain(f"doubled: {key} came again")
        return sum(len(names) - 1 for names in events.values()) + sum(again.values())

    def uncertain(self, uncertain: Iterable[str]) -> int:
        """Letters that came again with the same Message-ID, because a worker died while it spoke to the server."""
        marked = set(uncertain)
        return sum(times - 1 for key, times in self._times().items() if key[1] in marked)

    def _times(self) -> Counter[tuple[str, str]]:
        return Counter((letter.to, letter.message_id) for letter in self.letters)

    def stale(self) -> int:
        """Events that were no news any more when the mail came."""
        return self._count("stale")

    def unwanted(self) -> int:
        """Events that the person had switched off, or wanted to be spared at that hour."""
        return self._count("unwanted")

    def _count(self, fault: str) -> int:
        found = [told for told in self.told if getattr(told, fault)]
        for told in found:
            self.complain(f"{fault}: {told.event} at {told.letter.at:%d %b %H:%M:%S}: {getattr(told, fault)}")
        return len(found)

    def missed(
        self,
        waits: Iterable[Wait],
        people: Mapping[int, Person],
        looks: Mapping[tuple[int, int], Sequence[datetime]],
    ) -> int:
        """Waits that went on long after their mail was due, and it never came, to people who wanted one at once.

        So for turns, and for reminders where the time ran out.
        """
        came = {told.event for told in self.told}
        missing = 0
        for wait in waits:
            seen = looks.get((wait.person, wait.game), ())
            for kind in _due(wait, people[wait.person], seen):
                self.expected += 1
                event = (wait.person, kind.value, wait.game, wait.occasion)
                if event not in came:
                    missing += 1
                    self.complain(f"lost: {event}, from {wait.begins:%d %b %H:%M} to {wait.ends:%d %b %H:%M}")
        return missing


def _due(wait: Wait, person: Person, looks: Sequence[datetime]) -> Iterator[Notice.Kind]:
    """What the person had to be told of the wait before its end."""
    if _wanted_at_once(Notice.Kind.TURN, person, wait) and told_by(person, wait.begins, looks) < wait.ends:
        yield Notice.Kind.TURN
    reminded = wait.ran_out and not any(wait.begins <= look <= wait.ends for look in looks)
    if reminded and person.choices.quiet is None and _wanted_at_once(Notice.Kind.REMINDER, person, wait):
        yield Notice.Kind.REMINDER


def _wanted_at_once(kind: Notice.Kind, person: Person, wait: Wait) -> bool:
    return all(person.mail_choice(kind, at) == "now" for at in (wait.begins, wait.ends))


def told_by(person: Person, begins: datetime, looks: Sequence[datetime]) -> datetime:
    """By when a person must have been told of a wait: a stretch of SLACK has passed in which nothing held it back."""
    at = begins
    while True:
        until = _held(person, at, looks)
        if until is None:
            return at + SLACK
        at = until


def _held(person: Person, at: datetime, looks: Sequence[datetime]) -> datetime | None:
    """The end of something that holds a notice back between `at` and SLACK later; None when nothing does."""
    seen = [look + IN_VIEW for look in looks if at - IN_VIEW < look < at + SLACK]
    if seen:
        return max(seen)
    quarter = timedelta(minutes=15)
    steps = [at + quarter * step for step in range(SLACK // quarter + 1)]
    quiet = [step for step in steps if person.wants_quiet(Notice.Kind.TURN, step)]
    return quiet[-1] + quarter if quiet else None
