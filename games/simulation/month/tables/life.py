"""Acts of the members of standing tables: create, join, look, begin games, sit out, come back, leave, block, close."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from functools import partial

from accounts.models import User
from games.clocks import Pace
from games.errors import GameError
from games.lobby.rematch import new_game_like
from games.models import StandingTable
from games.people.blocks import person_block
from games.people.preference_selectors import CHOICE_KINDS, ChannelChoice
from games.simulation.month.life import Life
from games.simulation.month.people import Habit, SimulatedPerson
from games.simulation.month.tables.checks import TableChecks
from games.simulation.month.tables.log import TableAct, TableLog
from games.simulation.month.tables.plans import PlannedTable
from games.standing import services
from games.standing.next_game import current_game, next_game_begin
from games.standing.presence import member_look

# The paces between which owners change; each change asks the other members again.
PACES = (Pace.H1, Pace.H8, Pace.D1)
# How often, of a hundred looks at a table.
LEAVES, SITS_OUT, BLOCKS, RULES = 2, 4, 1, 4
EVENING = timedelta(days=2)


class TableLife:
    """The members' acts until `ends`. Each that succeeds enters the log, by which the checks judge the site."""

    def __init__(self, life: Life, people: dict[int, SimulatedPerson], checks: TableChecks, ends: datetime) -> None:
        self._life = life
        self._people = people
        self._checks = checks
        self._log: TableLog = checks.log
        self._ends = ends
        self._rng: random.Random = life.rng

    @property
    def _now(self) -> datetime:
        return self._life.clock.now

    def begin(self, plans: Sequence[PlannedTable]) -> None:
        for number, plan in enumerate(plans):
            self._at(plan.opens_at, partial(self._open, number, plan))

    def _at(self, at: datetime | None, act: Callable[[], None]) -> None:
        if at is not None and at < self._ends:
            self._life.agenda.add(at, act)

    def _open(self, number: int, plan: PlannedTable) -> None:
        owner = plan.members[0]
        table = services.table_create(owner=owner.user, new=plan.new, goes_on=plan.goes_on)
        self._joined(owner, table.pk)
        for person in plan.members[1:]:
            wait = timedelta(minutes=self._rng.uniform(5, 24 * 60))
            self._at(person.free_from(self._now + wait), partial(self._join, person, table.pk))
        for guest in range(plan.guests):
            at = self._now + timedelta(hours=self._rng.uniform(1, 72))
            self._at(at, partial(self._join_as_guest, f"guest-{number}-{guest}", table.pk))
        if plan.is_live:
            self._at(self._now + EVENING, partial(self._evening, table.pk))
        self._life.agenda.add(self._ends, partial(self._stop, table.pk))
        if plan.closes_at is not None:
            self._at(plan.closes_at, partial(self._close, table.pk))

    def _joined(self, person: SimulatedPerson, table: int) -> None:
        self._log.add(self._now, table, person.user.pk, TableAct.JOIN)
        self._look_later(person, table)

    def _join(self, person: SimulatedPerson, table: int) -> None:
        token = StandingTable.objects.filter(pk=table).values_list("invite_token", flat=True).first()
        if token is not None and self._tries(partial(services.table_join, token=token, user=person.user)):
            self._joined(person, table)

    def _join_as_guest(self, handle: str, table: int) -> None:
        token = StandingTable.objects.filter(pk=table).values_list("invite_token", flat=True).first()
        if token is None:
            return
        join = partial(services.table_join_as_guest, token=token, handle=handle, time_zone="Europe/Berlin")
        try:
            user = join(language="de").user
        except GameError as refused:
            self._life.refusals[str(refused)] += 1
            return
        guest = self._people[user.pk] = _guest(user, self._people, self._rng, self._now)
        self._joined(guest, table)
        self._life.look_in_later(guest)

    def _tries(self, act: Callable[[], object]) -> bool:
        """Whether the site did it."""
        try:
            act()
        except GameError as refused:
            self._life.refusals[str(refused)] += 1
            return False
        return True

    # At the table's page

    def _look_later(self, person: SimulatedPerson, table: int) -> None:
        at = person.free_from(self._now + timedelta(hours=self._rng.uniform(4, 30)))
        self._at(at, partial(self._look, person, table))

    def _look(self, person: SimulatedPerson, pk: int) -> None:
        table = StandingTable.objects.filter(pk=pk).first()
        if table is None:
            return
        if person.user.pk not in self._log.members(pk, self._now):
            # Some who left, or were removed, come again by the link.
            if not person.user.is_guest and self._rng.random() < 0.2:
                self._join(person, pk)
            return
        member_look(public_id=table.public_id, user=person.user)
        dice = self._rng.randrange(100)
        if dice < LEAVES:
            self._leave(person.user, table)
        elif dice < LEAVES + SITS_OUT:
            self._says(person, table, services.member_sit_out, TableAct.SIT_OUT)
        elif dice < LEAVES + SITS_OUT + BLOCKS:
            self._block(person, pk)
        elif dice < LEAVES + SITS_OUT + BLOCKS + RULES and table.owner_id == person.user.pk:
            self._rule(person, table)
        else:
            self._play(person, table)
        self._look_later(person, pk)

    def _play(self, person: SimulatedPerson, table: StandingTable) -> None:
        """Come back after having been out, or begin the next game."""
        willing = self._checks.willing(table.pk, person.user.pk, self._now)
        if not willing and self._rng.random() < 0.6:
            self._says(person, table, services.member_come_back, TableAct.COME_BACK)
        elif not Pace(table.pace).is_live and self._rng.random() < (0.05 if table.goes_on else 0.5):
            self._press(person, table)

    def _press(self, person: SimulatedPerson, table: StandingTable) -> None:
        running = current_game(table)
        try:
            game = next_game_begin(public_id=table.public_id, user=person.user)
        except GameError as refused:
            self._checks.refused(table, self._now, refused)
            return
        self._checks.pressed(table, running, game)
        self._checks.note()
        if running is not None:
            return
        if game.seats.filter(user=person.user).exists() and self._rng.random() < 0.5:
            self._life.contribute(person, game)
        if self._rng.random() < 0.3:
            # A second press, by another member at the same moment.
            self._press(self._people[self._rng.choice(self._log.members(table.pk, self._now))], table)

    def _evening(self, pk: int) -> None:
        """The members of a live table meet, and one of them begins a game."""
        table = StandingTable.objects.filter(pk=pk).first()
        if table is None:
            return
        members = [self._people[member] for member in self._log.members(pk, self._now)]
        here = [person for person in members if person.free_from(self._now) == self._now]
        for person in here:
            member_look(public_id=table.public_id, user=person.user)
            if not self._checks.willing(pk, person.user.pk, self._now):
                self._says(person, table, services.member_come_back, TableAct.COME_BACK)
        if here:
            self._press(self._rng.choice(here), table)
            game = current_game(table)
            for person in here if game is not None else ():
                assert game is not None
                if game.seats.filter(user=person.user).exists():
                    self._life.sit_by(person, game.pk)
        self._at(self._now + EVENING, partial(self._evening, pk))

    def _says(
        self, person: SimulatedPerson, table: StandingTable, service: Callable[..., object], act: TableAct
    ) -> None:
        if self._tries(partial(service, public_id=table.public_id, user=person.user)):
            self._log.add(self._now, table.pk, person.user.pk, act)

    def _leave(self, user: User, table: StandingTable) -> None:
        self._checks.watch_table(table.pk)
        if self._tries(partial(services.table_leave, public_id=table.public_id, user=user)):
            self._log.add(self._now, table.pk, user.pk, TableAct.LEAVE)

    def _block(self, person: SimulatedPerson, table: int) -> None:
        others = [other for other in self._log.members(table, self._now) if other != person.user.pk]
        if others:
            other = self._people[self._rng.choice(others)]
            if self._tries(partial(person_block, user=person.user, handle=other.user.handle)):
                self._log.blocks.add(self._now, person.user.pk, other.user.pk)

    # The owner

    def _rule(self, owner: SimulatedPerson, table: StandingTable) -> None:
        """Change the options or the owner, or remove a member."""
        members = table.members.exclude(user=owner.user).select_related("user").order_by("pk")
        dice, other = self._rng.random(), self._rng.choice([*members, None])
        if dice < 0.5:
            self._change(owner.user, table)
        elif other is not None and dice < 0.7:
            self._tries(partial(services.owner_change, public_id=table.public_id, user=owner.user, member_id=other.pk))
        elif other is not None and self._tries(
            partial(services.member_remove, public_id=table.public_id, user=owner.user, member_id=other.pk)
        ):
            self._log.add(self._now, table.pk, other.user_id, TableAct.LEAVE)

    def _change(self, owner: User, table: StandingTable) -> None:
        new = new_game_like(table, seats=table.seats_count)
        pace = table.pace if Pace(table.pace).is_live else self._rng.choice(PACES).value
        new = replace(new, name=table.name, goat=self._rng.random() < 0.5, pace=pace)
        change = partial(services.table_change, public_id=table.public_id, user=owner, new=new, goes_on=table.goes_on)
        if self._tries(change) and pace != table.pace:
            for member in self._log.members(table.pk, self._now):
                if member != owner.pk:
                    self._log.add(self._now, table.pk, member, TableAct.ASKED)

    # The end

    def _close(self, pk: int) -> None:
        """All members leave, one after another."""
        table = StandingTable.objects.filter(pk=pk).first()
        for member in self._log.members(pk, self._now) if table is not None else ():
            assert table is not None
            self._leave(self._people[member].user, table)

    def _stop(self, pk: int) -> None:
        """Let no game begin by itself after the month."""
        table = StandingTable.objects.select_related("owner").filter(pk=pk, goes_on=True).first()
        if table is not None:
            new = replace(new_game_like(table, seats=table.seats_count), name=table.name)
            services.table_change(public_id=table.public_id, user=table.owner, new=new, goes_on=False)


def _guest(user: User, people: dict[int, SimulatedPerson], rng: random.Random, at: datetime) -> SimulatedPerson:
    """A guest, who gets no mail. Half of them vanish."""
    off = {kind: ChannelChoice("off", push=False, webhook=False) for kind in CHOICE_KINDS}
    host = next(iter(people.values()))
    choices = replace(host.choices, channels=off, quiet=None)
    gone_at = at + timedelta(days=rng.uniform(2, 20)) if rng.random() < 0.5 else None
    return SimulatedPerson(user, host.zone, Habit.PROMPT, (time(8), time(22)), choices, gone_at=gone_at)
