"""Acts of the members of leagues: found, join, begin early, take away days, block, leave."""

import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

from games.errors import GameError
from games.leagues import services
from games.leagues.running import league_begin
from games.leagues.schedule import FEWEST_PEOPLE
from games.models import League, StandingMember, StandingTable
from games.people.blocks import person_block
from games.play.clock.absences import absence_add
from games.simulation.month.blocks import Blocks
from games.simulation.month.leagues.log import LeagueLog
from games.simulation.month.leagues.plans import PlannedLeague
from games.simulation.month.life import Life
from games.simulation.month.people import SimulatedPerson

# How often, of a hundred looks at a league.
LEAVES, GOES_AWAY, BLOCKS = 2, 4, 1
UNDER_WAY = (League.Status.SIGNUP, League.Status.RUNNING)


class LeagueLife:
    """The members' acts. Each that succeeds enters the log or the blocks, by which the checks judge the site."""

    def __init__(self, life: Life, people: dict[int, SimulatedPerson], log: LeagueLog, blocks: Blocks) -> None:
        self._life = life
        self._people = people
        self._log = log
        self._blocks = blocks
        self._rng: random.Random = life.rng

    @property
    def _now(self) -> datetime:
        return self._life.clock.now

    def begin(self, plans: Sequence[PlannedLeague]) -> None:
        for plan in plans:
            self._life.agenda.add(plan.opens_at, partial(self._open, plan))

    def _at(self, at: datetime | None, act: Callable[[], None]) -> None:
        if at is not None:
            self._life.agenda.add(at, act)

    def _tries(self, act: Callable[[], object]) -> bool:
        """Whether the site did it."""
        try:
            act()
        except GameError as refused:
            self._life.refusals[str(refused)] += 1
            return False
        return True

    # Sign-up

    def _open(self, plan: PlannedLeague) -> None:
        table, members = (self._table() if plan.of_table else None) or ("", plan.members)
        founder = members[0]
        league = services.league_create(founder=founder.user, new=plan.new, terms=plan.terms, table_id=table)
        self._joined(founder, league.pk)
        for person in members[1:]:
            wait = timedelta(days=plan.terms.signup_days) * self._rng.uniform(0, 0.7)
            self._at(person.free_from(self._now + wait), partial(self._join, person, league.pk))
        if plan.begins_early is not None:
            self._at(plan.begins_early, partial(self._begin, league.pk))

    def _table(self) -> tuple[str, list[SimulatedPerson]] | None:
        """A standing table, its address and members; guests cannot join a league."""
        for table in self._rng.sample(tables := list(StandingTable.objects.order_by("pk")), len(tables)):
            rows = StandingMember.objects.filter(table=table, user__is_guest=False).order_by("pk")
            members = [self._people[pk] for pk in rows.values_list("user", flat=True)]
            here = [person for person in members if person.gone_at is None or person.gone_at > self._now]
            if len(here) >= FEWEST_PEOPLE:
                return table.public_id, here
        return None

    def _join(self, person: SimulatedPerson, pk: int) -> None:
        token = League.objects.filter(pk=pk).values_list("invite_token", flat=True).first()
        if token is not None and self._tries(partial(services.league_join, token=token, user=person.user)):
            self._joined(person, pk)

    def _joined(self, person: SimulatedPerson, league: int) -> None:
        self._log.join(self._now, league, person.user.pk)
        self._look_later(person, league)

    def _begin(self, pk: int) -> None:
        """All members try to begin the league before its sign-up ends; only the founder may."""
        league = League.objects.filter(pk=pk).first()
        for person in self._log.members(pk, self._now) if league is not None else ():
            assert league is not None
            self._tries(partial(league_begin, public_id=league.public_id, user=self._people[person].user))

    # At the league's page

    def _look_later(self, person: SimulatedPerson, league: int) -> None:
        at = person.free_from(self._now + timedelta(hours=self._rng.uniform(12, 48)))
        self._at(at, partial(self._look, person, league))

    def _look(self, person: SimulatedPerson, pk: int) -> None:
        league = League.objects.filter(pk=pk, status__in=UNDER_WAY).first()
        if league is None or not self._log.belongs(pk, person.user.pk, self._now):
            return
        dice = self._rng.randrange(100)
        if dice < LEAVES:
            if self._tries(partial(services.league_leave, public_id=league.public_id, user=person.user)):
                self._log.leave(self._now, pk, person.user.pk)
        elif dice < LEAVES + GOES_AWAY:
            self._go_away(person)
        elif dice < LEAVES + GOES_AWAY + BLOCKS:
            self._block(person, pk)
        self._look_later(person, pk)

    def _go_away(self, person: SimulatedPerson) -> None:
        """Take away days, once a month, from tomorrow on."""
        if person.away is None:
            first = person.local(self._now).date() + timedelta(days=self._rng.randrange(1, 4))
            last = first + timedelta(days=self._rng.randrange(7))
            if self._tries(partial(absence_add, user=person.user, first=first, last=last)):
                person.away = first, last

    def _block(self, person: SimulatedPerson, league: int) -> None:
        others = [other for other in self._log.members(league, self._now) if other != person.user.pk]
        if others:
            other = self._people[self._rng.choice(others)]
            if self._tries(partial(person_block, user=person.user, handle=other.user.handle)):
                self._blocks.add(self._now, person.user.pk, other.user.pk)
