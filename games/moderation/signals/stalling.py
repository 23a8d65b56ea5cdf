"""Players who let down far more games than is usual. Games are counted, not turns, because an illness misses many
turns.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from games.models import Signal
from games.moderation.signals.data import punctuality
from games.moderation.signals.finding import Finding
from games.moderation.signals.statistics import binomial_tail, oddity

BACK: Final = timedelta(days=90)
MIN_GAMES: Final = 5
# No signal up to this share of games, nor up to this multiple of the usual share.
FORGIVEN: Final = 0.1
TIMES_USUAL: Final = 2
FALSE_ALARMS: Final = 0.05


def stalling_found(at: datetime) -> Iterator[Finding]:
    """People with more such games than TIMES_USUAL the others' share explains."""
    people = list(punctuality(at - BACK))
    games = sum(person.games for person in people)
    let_down = sum(person.let_down for person in people)
    asked = [person for person in people if person.games >= MIN_GAMES]
    for person in asked:
        others = games - person.games
        usual = (let_down - person.let_down) / others if others else 0.0
        tail = binomial_tail(person.let_down, person.games, max(FORGIVEN, TIMES_USUAL * usual))
        if tail * len(asked) > FALSE_ALARMS:
            continue
        evidence = {
            "games": person.games,
            "let_down": person.let_down,
            "left": person.left,
            "late": person.late,
            "turns": person.turns,
            "usual": round(usual, 4),
            "people": len(asked),
            "days": BACK.days,
        }
        yield Finding(Signal.Kind.STALLING, (person.user,), oddity(tail, len(asked)), evidence)
