"""Accounts of a simulated month that are banned, or that people erase, in the middle of their games."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from accounts.decisions.sanctions import sanction_impose
from accounts.models import Sanction, User
from accounts.privacy.erasure import account_erase
from games.models import StandingMember
from games.simulation.month.life import Life
from games.simulation.month.people import Removal, SimulatedPerson
from games.simulation.month.tables.checks import TableChecks
from games.simulation.month.tables.log import TableAct

# Of so many people, one is removed at most.
ONE_OF = 4
# The shortest league runs on for so many days.
SHORTEST = 8


def removals_choose(
    people: Sequence[SimulatedPerson], most: int, begins: datetime, days: int, rng: random.Random
) -> list[SimulatedPerson]:
    """Choose people whose accounts end in the later part of the days, banned and erased ones by turns."""
    stay = [person for person in people if person.gone_at is None]
    chosen = rng.sample(stay, min(most, len(people) // ONE_OF, len(stay)))
    for number, person in enumerate(chosen):
        person.removal = list(Removal)[number % len(Removal)]
        person.gone_at = begins + timedelta(days=rng.uniform(0.4, 0.9) * max(days, SHORTEST))
    return chosen


class Removals:
    """Ends the accounts. A removed person has left all standing tables and leagues, as the log notes."""

    def __init__(self, life: Life, tables: TableChecks) -> None:
        self._life = life
        self._tables = tables

    def begin(self, removed: Sequence[SimulatedPerson]) -> None:
        if not removed:
            return
        moderator = User.objects.create_user(handle="month-moderator", is_staff=True, is_superuser=True)
        for person in removed:
            assert person.gone_at is not None
            self._life.agenda.add(person.gone_at, partial(self._remove, person, moderator))

    def _remove(self, person: SimulatedPerson, moderator: User) -> None:
        tables = list(StandingMember.objects.filter(user=person.user).values_list("table", flat=True))
        for table in tables:
            self._tables.watch_table(table)
        if person.removal == Removal.BAN:
            sanction_impose(actor=moderator, user=person.user, kind=Sanction.Kind.BAN, reason="Two accounts")
        else:
            account_erase(user=person.user)
        for table in tables:
            self._tables.log.add(self._life.clock.now, table, person.user.pk, TableAct.LEAVE)
