"""Begins and plays shared hands, and passes a visitor's hands to their account."""

from __future__ import annotations

from datetime import date
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games import on_commit
from games.daily.calendar import DAY, is_open
from games.daily.chain import DAYS, day_chain, day_seed, seed_number
from games.daily.errors import DailyReason
from games.daily.owner import Owner
from games.daily.selectors import solo_of
from games.daily.solo import Played, Solo, begun, played, turn_taken
from games.engine import IllegalTurn, Refusal, fairdeal
from games.errors import Refused
from games.models import DailyChain, DailyHand, HandPlay, SharedHand
from games.play.errors import TurnRefused

SEAT: Final = 0
# Both answer in a millisecond. The second plays as well as many people, the first a little worse.
BOTS: Final = ("hirdman", "berserker")


@transaction.atomic(durable=True)
def day_begin(*, day: date, owner: Owner) -> HandPlay:
    """Deal the day's hand to the person. Returns their hand as it is if they have begun it. Raises Refused."""
    if not is_open(day):
        raise Refused(DailyReason.CLOSED)
    return hand_begin(daily_hand(day).hand, owner)


def hand_begin(hand: SharedHand, owner: Owner) -> HandPlay:
    """The person's play of the hand, begun if it is not, with the bots' turns before theirs."""
    start = begun(solo_of(hand))
    first = {"begun_at": timezone.now(), "counts": owner.counts}
    locked = HandPlay.objects.select_for_update(of=("self",))
    play, made = locked.get_or_create(hand=hand, **owner.new_play(), defaults=first)
    if made:
        _write(play, start)
    return play


@transaction.atomic(durable=True)
def day_turn(*, day: date, owner: Owner, turns: int, text: str) -> HandPlay:
    """Take the person's turn in the day's hand, and the bots' after it. `turns`: how many turns the person saw. Raises
    Refused or TurnRefused.
    """
    if not is_open(day):
        raise Refused(DailyReason.CLOSED)
    play = play_turn(owner.plays.filter(hand__daily__day=day), turns, text)
    if play.finished_at is not None:
        streaks_count(owner, since=day)
        play.refresh_from_db(fields=["streak"])
    return play


def play_turn(plays: QuerySet[HandPlay], turns: int, text: str) -> HandPlay:
    """Take the turn in the person's play, the only one of `plays`, and lock it. As `day_turn`."""
    play = plays.select_related("hand").select_for_update(of=("self",)).first()
    if play is None:
        raise Refused(DailyReason.NOT_BEGUN)
    hand = played(solo_of(play.hand), play.turns)
    if turns != len(hand.turns):
        raise TurnRefused(Refusal.STALE_VERSION)
    try:
        _write(play, turn_taken(hand, text))
    except IllegalTurn as refused:
        raise TurnRefused(refused.reason) from refused
    return play


def _write(play: HandPlay, hand: Played) -> None:
    play.turns, play.points = " ".join(hand.turns), hand.points
    if hand.state.over:
        play.finished_at = timezone.now()
    play.save(update_fields=["turns", "points", "finished_at"])


def daily_hand(day: date) -> DailyHand:
    """The day's hand, dealt now if it was not. Raises Refused if its secret cannot be read."""
    known = DailyHand.objects.select_related("hand").filter(day=day).first()
    if known is not None:
        return known
    chain = day_chain(day) or DAYS.begin(day)
    seed = day_seed(chain, day)
    if seed is None:
        raise Refused(DailyReason.NOT_DEALT)
    try:
        with transaction.atomic():
            return DailyHand.objects.create(hand=hand_store(daily_solo(chain, day, seed)), day=day, chain=chain)
    except IntegrityError:
        # Another person began it at the same time.
        return DailyHand.objects.select_related("hand").get(day=day)


def daily_solo(chain: DailyChain, day: date, seed: bytes) -> Solo:
    """The day's deal (FAIRDEAL.md)."""
    return seed_solo(DAYS.opening(chain), seed, seed_number(chain, day))


def seed_solo(opening: fairdeal.Opening, seed: bytes, number: int) -> Solo:
    """The deal of the seed with this number in its chain (FAIRDEAL.md)."""
    return Solo(
        deck=fairdeal.deck_for(opening, seed, number, ""),
        seats=fairdeal.SHARED_SEATS,
        leader=fairdeal.first_leader(opening, seed, number),
        seat=SEAT,
        bots=BOTS,
        chance=opening.key(seed, "bots", number),
    )


def hand_store(solo: Solo) -> SharedHand:
    """Store the deal, and queue how the strongest bot plays it."""
    hand = SharedHand.objects.create(
        deck=[str(card) for card in solo.deck],
        seats=solo.seats,
        leader=solo.leader,
        seat=solo.seat,
        bots=list(solo.bots),
        chance=solo.chance.hex(),
        created_at=timezone.now(),
    )
    on_commit.strongest_line_is_due(hand.pk)
    return hand


def streaks_count(owner: Owner, *, since: date) -> None:
    """Count the person's days in a row again, from this day on."""
    before = owner.plays.filter(hand__daily__day=since - DAY, finished_at__isnull=False).first()
    last, streak = since - DAY, before.streak if before is not None else 0
    rows = owner.plays.filter(hand__daily__day__gte=since, finished_at__isnull=False)
    for play in rows.select_related("hand__daily").order_by("hand__daily__day"):
        day = play.hand.daily.day
        streak = streak + 1 if day - last == DAY else 1
        last = day
        if play.streak != streak:
            play.streak = streak
            play.save(update_fields=["streak"])


@transaction.atomic
def visit_claim(*, user: User, visitor: str) -> None:
    """Pass a visitor's hands to their account, except hands that the account has begun itself."""
    _plays_move(HandPlay.objects.filter(visitor=visitor), user)


@transaction.atomic
def plays_merge(*, first: User, second: User) -> None:
    """Pass the hands of `second` to `first`, except hands that `first` has begun itself."""
    _plays_move(HandPlay.objects.filter(user=second), first)


def _plays_move(plays: QuerySet[HandPlay], user: User) -> None:
    own = HandPlay.objects.filter(user=user).values("hand")
    # In one order, so that two logins of an account wait for each other.
    moving = plays.exclude(hand__in=own).order_by("hand").values_list("pk", "hand__daily__day")
    moved = [day for play, day in moving if _play_moved(plays.filter(pk=play), user)]
    days = [day for day in moved if day is not None]
    if days:
        streaks_count(Owner(user), since=min(days))


def _play_moved(play: QuerySet[HandPlay], user: User) -> bool:
    """Whether the play is now the account's: not if the account begins the hand itself at this moment."""
    try:
        with transaction.atomic():
            return play.update(user=user, visitor="") == 1
    except IntegrityError:
        return False
