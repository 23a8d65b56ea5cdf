"""What becomes of games when the site goes on from a backup. Called in the transaction that loads it.

A restore that loses time may meet players who saw more than the backup knows: cards, seeds, numbers of rows and of
versions. None of these may come up a second time with another meaning (FAIRDEAL, point 5).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.engine import state_from_json
from games.models import Game, Hand, MailLink, Notice, QueueEntry, Seat
from games.models.hand import MAX_HAND_NUMBER
from games.play.errors import ChainLost
from games.selectors.preferences import MANDATORY_KINDS
from games.services.cache import cache_write
from games.services.chain import chain_seed_of
from games.services.deadlines import deadline_bridge
from games.services.hands import end_tell, game_abandon, game_close, hand_deal, hand_void
from games.services.locking import locked_game, running_hand, seats_of
from games.services.orders.keeping import orders_lapse
from games.services.outbox.staleness import RESTORED
from games.services.play import turn_waits
from games.services.seats import RUNS

# How many numbers of a chain may have been shown since the backup (FAIRDEAL, point 5).
SKIPPED = 16
# Pages and mails from the lost time name versions of their game; no game grows by so many in that time.
VERSIONS_BEYOND = 10_000


@dataclass(frozen=True)
class Outcome:
    """How many running games got a new hand, and how many games were cancelled or go on as they were."""

    dealt_again: int = 0
    cancelled: int = 0
    kept: int = 0


def games_rewind(*, taken_at: datetime, at: datetime, shown: Mapping[str, int], skip: int = SKIPPED) -> Outcome:
    """Go on from a backup of `taken_at` although the site may have run on after it.

    The running hand of each running or paused game is void, with its seed shown, and the next one is `skip` numbers
    further; a game without room in its chain is cancelled. So is one that had not begun: it may have begun since, and
    its first seed may be known. `shown`: by anchor, numbers of hands known to have been dealt since. Notices that wait
    are dropped, as they may have been sent; decisions about people are told all the same.
    """
    MailLink.objects.all().delete()
    QueueEntry.objects.all().delete()
    waiting = Notice.objects.filter(status__in=(Notice.Status.WAITING, Notice.Status.SENDING))
    waiting.exclude(kind__in=MANDATORY_KINDS).update(status=Notice.Status.DROPPED, reason=RESTORED)
    dealt = cancelled = 0
    for game in _unended():
        game.version += VERSIONS_BEYOND
        game.changed_at = at
        if game.pause_ends_at is not None:
            game.pause_ends_at += max(at - taken_at, timedelta())
        seats = seats_of(game)
        if game.status in RUNS:
            _deal_again(game, seats, at, shown.get(game.anchor, 0), skip)
        else:
            _cancel_open(game, seats, at)
        cancelled += game.ended_at is not None
        dealt += game.ended_at is None
    return Outcome(dealt_again=dealt, cancelled=cancelled)


def games_resume(*, taken_at: datetime, at: datetime) -> Outcome:
    """Go on where the site stopped at `taken_at`: all clocks stood still. Games whose secret cannot be read any more
    are cancelled."""
    gone = max(at - taken_at, timedelta())
    kept = cancelled = 0
    for game in _unended():
        seats = seats_of(game)
        if not _chain_opens(game, 1):
            _lose(game, seats, at)
            cancelled += 1
            continue
        kept += 1
        if game.contributions_due_at is not None:
            game.contributions_due_at += gone
        if game.pause_ends_at is not None:
            game.pause_ends_at += gone
        game.save(update_fields=["contributions_due_at", "pause_ends_at"])
        if game.status in RUNS:
            deadline_bridge(game, seats, stood=at - gone, at=at)
    return Outcome(cancelled=cancelled, kept=kept)


def _unended() -> Iterator[Game]:
    """The games that are not over, each locked when its turn comes."""
    ids = Game.objects.filter(ended_at__isnull=True).order_by("pk").values_list("public_id", flat=True)
    for public_id in list(ids):
        yield locked_game(public_id)


def _deal_again(game: Game, seats: list[Seat], at: datetime, shown: int, skip: int) -> None:
    """Void the running hand and deal another; whoever led it leads again."""
    hand = running_hand(game)
    number = max(hand.number, shown) + skip
    if not _chain_opens(game, hand.number):
        game_abandon(game, seats, hand, state_from_json(hand.state), hand.turns_count, at)
    else:
        hand_void(game, hand, at)
        if number > MAX_HAND_NUMBER:
            game.counts_for_rating = False
            game_close(game, Game.Ending.CANCELLED, at)
        _hand_write(game, seats, hand, at)
        if game.ended_at is None:
            orders_lapse(seats, at)
            hand_deal(game, seats, number=number, leader=hand.leader, at=at)
        else:
            end_tell(game, seats, at)
    turn_waits(game, seats, at)


def _hand_write(game: Game, seats: list[Seat], hand: Hand, at: datetime) -> None:
    state = state_from_json(hand.state)
    cache_write(game=game, seats=seats, hand=hand, state=state, turns_count=hand.turns_count, waiting_since=at)


def _cancel_open(game: Game, seats: list[Seat], at: datetime) -> None:
    game.contributions_due_at = None
    game_close(game, Game.Ending.CANCELLED, at)
    game.save()
    end_tell(game, seats, at)


def _lose(game: Game, seats: list[Seat], at: datetime) -> None:
    game.version += 1
    game.changed_at = at
    if game.status in RUNS:
        hand = running_hand(game)
        game_abandon(game, seats, hand, state_from_json(hand.state), hand.turns_count, at)
        turn_waits(game, seats, at)
    else:
        _cancel_open(game, seats, at)


def _chain_opens(game: Game, number: int) -> bool:
    try:
        chain_seed_of(game, number)
    except ChainLost:
        return False
    return True
