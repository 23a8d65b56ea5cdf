"""Chip dumping: improbable losses to one opponent, as expected from each player's results in games without the other. A
resignation is a loss.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from games.models import Signal
from games.moderation.signals.data import Duel, duels, standing_without
from games.moderation.signals.finding import Finding
from games.moderation.signals.statistics import PairResults, binomial_tail, duel_tail, oddity

BACK: Final = timedelta(days=90)
# Fewer games cannot be conspicuous among all pairs.
MIN_GAMES: Final = 10
# Pairs that even two equal players reach this often are skipped.
WORTH_A_LOOK: Final = 0.01
# Expected false alarms a run; measured ones are far fewer (README.md).
FALSE_ALARMS: Final = 0.05


def dumping_found(at: datetime) -> Iterator[Finding]:
    since = at - BACK
    pairs = duels(since, MIN_GAMES)
    # Either of a pair may be the loser.
    looked_at = 2 * len(pairs)
    for duel in pairs:
        loser, winner, lost = _sides(duel)
        if binomial_tail(lost, duel.met, 0.5) > WORTH_A_LOOK:
            continue
        of_loser = PairResults(*standing_without(loser, winner, since))
        of_winner = PairResults(*standing_without(winner, loser, since))
        tail = duel_tail(lost, duel.met, of_loser, of_winner)
        if tail * looked_at > FALSE_ALARMS:
            continue
        evidence = {
            "loser": loser,
            "games": duel.met,
            "lost": lost,
            "loser_met": of_loser.met,
            "loser_ahead": of_loser.ahead,
            "winner_met": of_winner.met,
            "winner_ahead": of_winner.ahead,
            "pairs": len(pairs),
            "days": BACK.days,
            "tables": list(duel.tables),
        }
        yield Finding(Signal.Kind.DUMPING, (duel.first, duel.second), oddity(tail, looked_at), evidence)


def _sides(duel: Duel) -> tuple[int, int, int]:
    """Loser, winner and number of losses."""
    lost = duel.met - duel.won
    return (duel.first, duel.second, lost) if lost >= duel.won else (duel.second, duel.first, duel.won)
