"""Two accounts of one network at a public table with others: a household, or one person twice. At a private table it is
the players' own business, and a table for two has no third player to harm.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from games.models import Signal
from games.moderation.signals.data import accounts_seen, neighbours, partners_met
from games.moderation.signals.finding import Finding
from games.moderation.signals.statistics import oddity, poisson_tail

BACK: Final = timedelta(days=30)
# Two strangers on one large network (campus, mobile) meet by chance this often.
RARE: Final = 0.01


def network_found(at: datetime) -> Iterator[Finding]:
    """Pairs who met more often than random choice of tables explains."""
    since = at - BACK
    pairs = neighbours(since, at)
    active = accounts_seen(since)
    met = partners_met(sorted({user for pair in pairs for user in (pair.first, pair.second)}), since)
    for pair in pairs:
        # The player who met fewer people is more informative.
        partners = min(met[pair.first], met[pair.second])
        tail = meeting_tail(pair.games, partners, pair.accounts, active)
        if tail > RARE:
            continue
        evidence = {
            "games": pair.games,
            "partners": partners,
            "accounts": pair.accounts,
            "active": active,
            "days": BACK.days,
            "tables": list(pair.tables),
        }
        yield Finding(Signal.Kind.NETWORK, (pair.first, pair.second), oddity(tail), evidence)


def meeting_tail(games: int, partners: int, accounts: int, active: int) -> float:
    """The probability that of `partners` random accounts among `active`, `games` or more are of a network with
    `accounts`.
    """
    if active <= accounts:
        return 1.0
    return poisson_tail(games, partners * (accounts - 1) / (active - 1))
