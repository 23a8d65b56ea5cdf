"""Checks of a month's emails, by what arrived, not by the outbox."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from games.models import Notice
from games.simulation.month.mail_server import ReceivedMail
from games.simulation.month.people import SimulatedPerson

# How long a notification may take after the last thing that delayed it: a busy server, a killed worker.
SLACK = timedelta(hours=1)
# A notice of a turn waits while the page is in view or a turn was just played (games.outbox.schedule).
IN_VIEW = timedelta(minutes=2)

Complain = Callable[[str], None]


@dataclass(frozen=True)
class MailedEvent:
    """An event in an email, judged when it arrived. `game`: None for a decision about the person. `occasion`:
    distinguishes events of one kind and game: the wait of turns and reminders, and a reminder's number. `stale`: why it
    was outdated, or "". `unwanted`: why the person should not have had it, or "".
    """

    person: int
    kind: str
    game: int | None
    occasion: tuple[int, ...]
    mail: ReceivedMail
    stale: str = ""
    unwanted: str = ""

    @property
    def key(self) -> tuple[object, ...]:
        return self.person, self.kind, self.game, self.occasion


@dataclass(frozen=True)
class Wait:
    """A wait for a person that ended with a turn; `occasion` as in `MailedEvent`. `ran_out`: its time, which was long
    enough for a reminder, ran out.
    """

    person: int
    game: int
    occasion: tuple[int, ...]
    begins: datetime
    ends: datetime
    ran_out: bool = False


@dataclass
class MailChecks:
    """Counts faults and passes each to `complain`. `expected`: waits long enough to require an email."""

    complain: Complain
    expected: int = 0
    mails: list[ReceivedMail] = field(default_factory=list)
    events: list[MailedEvent] = field(default_factory=list)

    def take(self, mail: ReceivedMail, events: Sequence[MailedEvent]) -> None:
        self.mails.append(mail)
        self.events += events

    def doubled(self, uncertain: Iterable[str]) -> int:
        """How many events came under two Message-IDs, and emails twice although no worker died during the first.
        `uncertain`: Message-IDs of those whose worker died.
        """
        ids: dict[tuple[object, ...], set[str]] = defaultdict(set)
        for mailed in self.events:
            ids[mailed.key].add(mailed.mail.message_id)
        events = {event: names for event, names in ids.items() if len(names) > 1}
        for event, names in events.items():
            self.complain(f"doubled: {event} under {sorted(names)}")
        marked = set(uncertain)
        again = {key: times - 1 for key, times in self._times().items() if times > 1 and key[1] not in marked}
        for key in again:
            self.complain(f"doubled: {key} came again")
        return sum(len(names) - 1 for names in events.values()) + sum(again.values())

    def uncertain(self, uncertain: Iterable[str]) -> int:
        """How many repeated emails came from a worker that died."""
        marked = set(uncertain)
        return sum(times - 1 for key, times in self._times().items() if key[1] in marked)

    def _times(self) -> Counter[tuple[str, str]]:
        return Counter((mail.to, mail.message_id) for mail in self.mails)

    def stale(self) -> int:
        return self._count("stale")

    def unwanted(self) -> int:
        """How many emails were switched off, or came in quiet hours."""
        return self._count("unwanted")

    def _count(self, fault: str) -> int:
        found = [mailed for mailed in self.events if getattr(mailed, fault)]
        for mailed in found:
            self.complain(f"{fault}: {mailed.key} at {mailed.mail.at:%d %b %H:%M:%S}: {getattr(mailed, fault)}")
        return len(found)

    def missed(
        self,
        waits: Iterable[Wait],
        people: Mapping[int, SimulatedPerson],
        looks: Mapping[tuple[int, int], Sequence[datetime]],
    ) -> int:
        """How many turns and expired waits had no email although one was due, for people who wanted it immediately."""
        came = {mailed.key for mailed in self.events}
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


def _due(wait: Wait, person: SimulatedPerson, looks: Sequence[datetime]) -> Iterator[Notice.Kind]:
    if _wanted_at_once(Notice.Kind.TURN, person, wait) and mail_due_by(person, wait.begins, looks) < wait.ends:
        yield Notice.Kind.TURN
    reminded = wait.ran_out and not any(wait.begins <= look <= wait.ends for look in looks)
    if reminded and person.choices.quiet is None and _wanted_at_once(Notice.Kind.REMINDER, person, wait):
        yield Notice.Kind.REMINDER


def _wanted_at_once(kind: Notice.Kind, person: SimulatedPerson, wait: Wait) -> bool:
    return all(person.mail_choice(kind, at) == "now" for at in (wait.begins, wait.ends))


def mail_due_by(person: SimulatedPerson, begins: datetime, looks: Sequence[datetime]) -> datetime:
    """When the person must have had an email: after a stretch of SLACK in which nothing delayed the notification."""
    at = begins
    while True:
        until = _held(person, at, looks)
        if until is None:
            return at + SLACK
        at = until


def _held(person: SimulatedPerson, at: datetime, looks: Sequence[datetime]) -> datetime | None:
    """The end of something that delays a notification within SLACK, if any."""
    seen = [look + IN_VIEW for look in looks if at - IN_VIEW < look < at + SLACK]
    if seen:
        return max(seen)
    quarter = timedelta(minutes=15)
    steps = [at + quarter * step for step in range(SLACK // quarter + 1)]
    quiet = [step for step in steps if person.wants_quiet(Notice.Kind.TURN, step)]
    return quiet[-1] + quarter if quiet else None
