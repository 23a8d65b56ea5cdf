"""Two accounts of one network at one public table, with somebody else there: a household, or one person twice.

Private tables are nobody's business, and at a table for two there is nobody whom it would harm.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from games.models import Signal
from games.moderation.signals.data import accounts_seen, neighbours, partners_met
from games.moderation.signals.finding import Finding
from games.moderation.signals.statistics import oddity, poisson_tail

BACK: Final = timedelta(days=30)
# Two strangers who share a large network (a campus, a telephone company) meet by chance now and then.
RARE: Final = 0.01


def network_found(at: datetime) -> Iterator[Finding]:
    """Pairs who met more often than two who share a network would if everybody chose tables without a thought."""
    since = at - BACK
    pairs = neighbours(since, at)
    active = accounts_seen(since)
    met = partners_met(sorted({user for pair in pairs for user in (pair.first, pair.second)}), since)
    for pair in pairs:
        # Whoever met more people had more chances; the one who met fewer tells more.
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
    """The chance to meet, among `partners` strangers at tables, so often one of the own network's `accounts`.

    Each of them is any of the `active` accounts.
    """
    if active <= accounts:
        return 1.0
    return poisson_tail(games, partners * (accounts - 1) / (active - 1))
