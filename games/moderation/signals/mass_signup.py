"""Many new accounts from one network within a week: a class at school, or mass sign-ups."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from games.models import Signal
from games.moderation.signals.data import newcomers
from games.moderation.signals.finding import Finding
from games.moderation.signals.statistics import oddity, poisson_tail

BACK: Final = timedelta(days=7)
# A family with guests may sign up in one evening.
MIN_ACCOUNTS: Final = 6
# Accounts that follow a network's first one, if there is too little data.
USUAL_MORE: Final = 0.5
FALSE_ALARMS: Final = 0.05


def mass_found(at: datetime) -> Iterator[Finding]:
    networks = newcomers(at - BACK)
    made = sum(len(ids) for ids in networks)
    for ids in networks:
        more = usual_more(made - len(ids), len(networks) - 1)
        tail = poisson_tail(len(ids) - 1, more)
        if len(ids) < MIN_ACCOUNTS or tail * len(networks) > FALSE_ALARMS:
            continue
        evidence = {
            "accounts": len(ids),
            "more": round(more, 2),
            "networks": len(networks),
            "days": BACK.days,
        }
        yield Finding(Signal.Kind.MASS, tuple(ids), oddity(tail, len(networks)), evidence)


def usual_more(made: int, networks: int) -> float:
    """The mean number of accounts that follow a network's first one, at least USUAL_MORE."""
    return max((made - networks) / networks, USUAL_MORE) if networks else USUAL_MORE
