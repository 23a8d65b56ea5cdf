"""Restores games from a backup, in the loading transaction.

Players may have seen cards, seeds, ids and versions later than the backup; none may return with another meaning
(FAIRDEAL.md, 5).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Game, HookDelivery, MailLink, Notice, OperatorHook, QueueEntry
from games.models.hand import MAX_HAND_NUMBER
from games.notices.staleness import RESTORED
from games.people.preference_selectors import MANDATORY_KINDS
from games.play.clock.deadline import deadline_shift
from games.play.deal import end_announce, game_abandon, game_close, hand_deal, hand_void
from games.play.derived import derived_write
from games.play.errors import ChainLost
from games.play.fair_chain import hand_seed
from games.play.locking import PLAYED, LockedGame, lock_game
from games.play.orders.decision import orders_lapse
from games.play.turn import wait_begin

# Hands that may have been dealt since the backup (FAIRDEAL.md, 5).
SKIPPED = 16
# More than a game gains in the lost time; pages and emails name versions.
VERSIONS_BEYOND = 10_000


@dataclass(frozen=True)
class RestoreCounts:
    """Numbers of games."""

    dealt_again: int = 0
    cancelled: int = 0
    kept: int = 0


def games_rewind(*, taken_at: datetime, at: datetime, shown: Mapping[str, int], skip: int = SKIPPED) -> RestoreCounts:
    """Continue from a backup although the site may have run on after `taken_at`.

    Running hands are void with their seed shown, and the next hand is `skip` numbers further. Games without room in
    their chain are cancelled, as are open ones, whose first seed may be known. `shown`: by anchor, the highest hand
    dealt since. Waiting notifications and events for hooks are dropped, because they may have been sent, except on
    decisions.
    """
    MailLink.objects.all().delete()
    QueueEntry.objects.all().delete()
    waiting = Notice.objects.filter(status__in=Notice.OPEN)
    waiting.exclude(kind__in=MANDATORY_KINDS).update(status=Notice.Status.DROPPED, reason=RESTORED)
    events = HookDelivery.objects.filter(status__in=Notice.OPEN)
    events.update(status=Notice.Status.DROPPED, reason=RESTORED)
    OperatorHook.objects.update(read_until=at)
    dealt = cancelled = 0
    for locked in _unfinished_games(at):
        game = locked.game
        locked.next_version(step=VERSIONS_BEYOND)
        if game.pause_ends_at is not None:
            game.pause_ends_at += max(at - taken_at, timedelta())
        if game.status in PLAYED:
            _deal_again(locked, shown.get(game.anchor, 0), skip)
        else:
            _cancel_open(locked)
        cancelled += game.ended_at is not None
        dealt += game.ended_at is None
    return RestoreCounts(dealt_again=dealt, cancelled=cancelled)


def games_resume(*, taken_at: datetime, at: datetime) -> RestoreCounts:
    """Continue where the site stopped, without charging clocks. Cancels games whose secret is unreadable."""
    gone = max(at - taken_at, timedelta())
    kept = cancelled = 0
    for locked in _unfinished_games(at):
        game = locked.game
        if not _chain_opens(game, 1):
            _cancel_unreadable(locked)
            cancelled += 1
            continue
        kept += 1
        if game.contributions_due_at is not None:
            game.contributions_due_at += gone
        if game.pause_ends_at is not None:
            game.pause_ends_at += gone
        game.save(update_fields=["contributions_due_at", "pause_ends_at"])
        if game.status in PLAYED:
            deadline_shift(locked, stood=at - gone)
    return RestoreCounts(cancelled=cancelled, kept=kept)


def _unfinished_games(at: datetime) -> Iterator[LockedGame]:
    """The unfinished games, each locked when it is reached."""
    ids = Game.objects.filter(ended_at__isnull=True).order_by("pk").values_list("public_id", flat=True)
    for public_id in list(ids):
        yield lock_game(public_id, now=at)


def _deal_again(locked: LockedGame, shown: int, skip: int) -> None:
    """Void the running hand and deal the next one, with the same leader."""
    game, hand = locked.game, locked.hand
    number = max(hand.number, shown) + skip
    if not _chain_opens(game, hand.number):
        game_abandon(locked, locked.state)
    else:
        hand_void(locked)
        if number > MAX_HAND_NUMBER:
            game.counts_for_rating = False
            game_close(locked, Game.Ending.CANCELLED)
        derived_write(locked, locked.state)
        if game.ended_at is None:
            orders_lapse(locked.seats, locked.now)
            hand_deal(locked, number=number, leader=hand.leader)
        else:
            end_announce(locked)
    wait_begin(locked)


def _cancel_open(locked: LockedGame) -> None:
    locked.game.contributions_due_at = None
    game_close(locked, Game.Ending.CANCELLED)
    locked.game.save()
    end_announce(locked)


def _cancel_unreadable(locked: LockedGame) -> None:
    locked.next_version()
    if locked.game.status in PLAYED:
        game_abandon(locked, locked.state)
        wait_begin(locked)
    else:
        _cancel_open(locked)


def _chain_opens(game: Game, number: int) -> bool:
    try:
        hand_seed(game, number)
    except ChainLost:
        return False
    return True
