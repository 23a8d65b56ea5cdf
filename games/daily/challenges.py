"""Challenges: a hand of a finished public game, sent to others to play from the same seat."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import bots
from games.daily.calendar import DAY
from games.daily.errors import ChallengeReason
from games.daily.owner import Owner
from games.daily.services import hand_begin, hand_store, play_turn
from games.daily.solo import Solo
from games.engine import parse_cards
from games.errors import NoSuchGame, Refused
from games.models import Challenge, Hand, HandPlay, LimitedAct, Seat
from games.models.game import new_public_id
from games.people.acts import acts_note, check_acts
from games.people.block_selectors import block_between
from games.people.locking import locked_people

MAX_A_DAY: Final = 30
MAX_SHOWN: Final = 100


@transaction.atomic(durable=True)
def challenge_make(*, user: User, public_id: str, number: int, bot: str) -> Challenge:
    """Send on a hand of a finished public game in which the person had a seat, to be played against this bot. The same
    hand again is the same challenge. Raises NoSuchGame or Refused.
    """
    if bot not in bots.names():
        raise Refused(ChallengeReason.NO_SUCH_BOT)
    [person] = locked_people([user])
    hand, seat = _own_hand(person, public_id, number)
    known = Challenge.objects.filter(game_hand=hand, challenger=person, bot=bot).first()
    if known is not None:
        return known
    now = timezone.now()
    check_acts(person, LimitedAct.Kind.CHALLENGE, ChallengeReason.TOO_MANY, most=MAX_A_DAY, span=DAY, at=now)
    acts_note([person], LimitedAct.Kind.CHALLENGE, now)
    shared = hand_store(_solo(hand, seat, bot))
    return Challenge.objects.create(hand=shared, public_id=new_public_id(), game_hand=hand, challenger=person, bot=bot)


def _own_hand(user: User, public_id: str, number: int) -> tuple[Hand, Seat]:
    """The finished hand and the person's seat. Only hands that everyone may see: no game goes on with them."""
    seat = Seat.objects.filter(game__public_id=public_id, user=user).select_related("game").first()
    if seat is None or not seat.game.is_open_to_all:
        raise NoSuchGame(public_id)
    hand = Hand.objects.filter(game=seat.game, number=number, voided=False, points__isnull=False).first()
    if hand is None:
        raise Refused(ChallengeReason.NO_SUCH_HAND)
    return hand, seat


def _solo(hand: Hand, seat: Seat, bot: str) -> Solo:
    seats = seat.game.seats_count
    deck = parse_cards("".join(hand.deck))
    return Solo(deck, seats, hand.leader, seat.number, (bot,) * (seats - 1), secrets.token_bytes(32))


def challenge_named(public_id: str) -> Challenge:
    """The challenge. Raises NoSuchGame."""
    rows = Challenge.objects.select_related("hand", "challenger", "game_hand__game")
    found = rows.filter(public_id=public_id).first()
    if found is None or not found.game_hand.game.is_open_to_all:
        raise NoSuchGame(public_id)
    return found


@transaction.atomic(durable=True)
def challenge_begin(*, challenge: Challenge, owner: Owner) -> HandPlay:
    """Deal the hand to the person. Its challenger has played it. Raises Refused."""
    if owner.user is not None and owner.user.pk == challenge.challenger_id:
        raise Refused(ChallengeReason.OWN)
    return hand_begin(challenge.hand, owner)


@transaction.atomic(durable=True)
def challenge_turn(*, challenge: Challenge, owner: Owner, turns: int, text: str) -> HandPlay:
    """Take the person's turn. As `day_turn`."""
    return play_turn(owner.plays.filter(hand=challenge.hand), turns, text)


@transaction.atomic
def challenges_merge(*, first: User, second: User) -> None:
    """Pass the challenges of `second` to `first`, except those that `first` has sent itself."""
    for challenge in Challenge.objects.filter(challenger=second):
        same = Challenge.objects.filter(game_hand=challenge.game_hand_id, challenger=first, bot=challenge.bot)
        if not same.exists():
            challenge.challenger = first
            challenge.save(update_fields=["challenger"])


@dataclass(frozen=True, slots=True)
class ChallengeResult:
    """A person's result. `user`: None for a visitor. `first`: the challenger's, at the table."""

    user: User | None
    points: int
    first: bool = False


def challenge_results(challenge: Challenge, viewer: User | None) -> Sequence[ChallengeResult]:
    """The results, fewest points first, without those of people with a block to or from the viewer.
    One query.
    """
    seat, scored = challenge.hand.seat, challenge.game_hand.points or []
    plays = HandPlay.objects.filter(hand=challenge.hand, finished_at__isnull=False).select_related("user")
    if viewer is not None:
        plays = plays.exclude(block_between(viewer, "user"))
    others = [ChallengeResult(play.user, play.points or 0) for play in plays.order_by("finished_at")[:MAX_SHOWN]]
    return sorted(
        [ChallengeResult(challenge.challenger, scored[seat], first=True), *others], key=lambda row: row.points
    )
