"""The members of a simulated month's leagues, as their acts recorded them."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from games.simulation.month.people import SimulatedPerson


@dataclass
class Belonging:
    since: datetime
    until: datetime | None = None


class LeagueLog:
    def __init__(self, people: Mapping[int, SimulatedPerson]) -> None:
        self._people = people
        self._members: dict[int, dict[int, Belonging]] = defaultdict(dict)

    def join(self, at: datetime, league: int, person: int) -> None:
        self._members[league][person] = Belonging(at)

    def leave(self, at: datetime, league: int, person: int) -> None:
        self._members[league][person].until = at

    @property
    def leagues(self) -> list[int]:
        return list(self._members)

    def members(self, league: int, at: datetime) -> list[int]:
        """People who certainly are members at `at`."""
        return [person for person in self._members[league] if self.belongs(league, person, at)]

    def belongs(self, league: int, person: int, at: datetime) -> bool | None:
        """Whether the person is a member at `at`, with an account that is neither banned nor erased; None if that
        changes at the same moment.
        """
        belonging = self._members[league].get(person)
        if belonging is None:
            return False
        ends = [belonging.until, self._people[person].gone_at if self._people[person].removal is not None else None]
        if at in (belonging.since, *ends):
            return None
        return belonging.since < at and not any(end is not None and end < at for end in ends)
