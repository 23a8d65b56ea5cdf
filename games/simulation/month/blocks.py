"""Blocks between the people of a simulated month, by which the checks judge the site."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime


@dataclass
class Blocks:
    _since: dict[frozenset[int], datetime] = field(default_factory=dict)

    def add(self, at: datetime, person: int, other: int) -> None:
        self._since.setdefault(frozenset((person, other)), at)

    def apart(self, at: datetime, people: Iterable[int]) -> set[frozenset[int]]:
        """Blocked pairs among these people, just before `at`."""
        among = set(people)
        return {pair for pair, since in self._since.items() if since < at and pair <= among}

    def people(self) -> set[int]:
        """People who ever had a block, in either direction."""
        return {person for pair in self._since for person in pair}
