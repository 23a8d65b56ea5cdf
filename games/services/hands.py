"""From one hand to the next: the start of a game, the deal, the end. Called with the game's row locked."""

import logging
from datetime import datetime

from games.engine import HandState, deal, fairdeal, is_game_over, next_leader
from games.models import Game, Hand, Notice, Seat, StandingOrders
from games.play.errors import ChainLost
from games.services import notify
from games.services.cache import cache_write, points_of
from games.services.chain import chain_seed_of, opening_of
from games.services.outbox import notice_write

log = logging.getLogger(__name__)


def game_begin(game: Game, seats: list[Seat], at: datetime) -> None:
    """Freeze the opening, work out what follows from it and deal the first hand (FAIRDEAL, point 3).

    A game whose secret cannot be read is cancelled instead.
    """
    try:
        _begin(game, seats, at)
    except ChainLost:
        _log_lost(game)
        game.contributions_due_at = None
        game_close(game, Game.Ending.CANCELLED, at)
        game.save()
        end_tell(game, seats, at)


def _begin(game: Game, seats: list[Seat], at: datetime) -> None:
    opening = opening_of(game, seats)
    seed = chain_seed_of(game, 1)
    game.fingerprint = opening.fingerprint.hex()
    game.removed = fairdeal.removed_colours(opening, seed)
    game.first_leader = fairdeal.first_leader(opening, seed)
    game.status = Game.Status.RUNNING
    game.started_at = at
    game.contributions_due_at = None
    hand_deal(game, seats, number=1, leader=game.first_leader, at=at)


def hand_deal(game: Game, seats: list[Seat], *, number: int, leader: int, at: datetime) -> None:
    """Deal hand `number` and save it with the game."""
    seed = chain_seed_of(game, number)
    deck = fairdeal.deck_for(opening_of(game, seats), seed, number, game.removed)
    hand = Hand(game=game, number=number, leader=leader, deck=[str(card) for card in deck], started_at=at)
    state = deal(deck, game.seats_count, leader)
    cache_write(game=game, seats=seats, hand=hand, state=state, turns_count=0, waiting_since=at)


def hand_close(game: Game, hand: Hand, at: datetime, *, voided: bool = False) -> None:
    """Mark a hand as over or void and show its seed: after this nothing in it can be undone (FAIRDEAL, point 4).

    Raises ChainLost, nothing marked.
    """
    hand.seed = chain_seed_of(game, hand.number).hex()
    hand.ended_at = at
    hand.voided = voided


def game_close(game: Game, ending: Game.Ending, at: datetime) -> None:
    """Mark a game as ended. The caller saves it by writing the caches."""
    game.status = Game.Status.CANCELLED if ending == Game.Ending.CANCELLED else Game.Status.FINISHED
    game.ending = ending
    game.ended_at = at
    game.pause_ends_at = game.held_at = None


def hand_finish(game: Game, seats: list[Seat], hand: Hand, state: HandState, turns_count: int, at: datetime) -> None:
    """Score a hand that a turn has ended; end the game, or deal the next hand (RULES, 7 to 9)."""
    try:
        hand_close(game, hand, at)
    except ChainLost:
        game_abandon(game, seats, hand, state, turns_count, at)
        return
    so_far = points_of(game)
    points = [have + more for have, more in zip(so_far, state.points or (), strict=True)]
    over = is_game_over(points, game.target)
    if over:
        game_close(game, Game.Ending.TARGET if game.target else Game.Ending.SINGLE_HAND, at)
    cache_write(game=game, seats=seats, hand=hand, state=state, turns_count=turns_count, waiting_since=at)
    if over:
        end_tell(game, seats, at)
    else:
        assert state.last_actor is not None
        leader = next_leader(game.options, hand.leader, state.last_actor)
        hand_deal(game, seats, number=hand.number + 1, leader=leader, at=at)


def hand_void(game: Game, hand: Hand, at: datetime) -> None:
    """Mark the running hand as void; its seed is shown, where the chain can still be read (FAIRDEAL, point 5)."""
    try:
        hand_close(game, hand, at, voided=True)
    except ChainLost:
        _log_lost(game)
        hand.ended_at = at
        hand.voided = True


def game_abandon(game: Game, seats: list[Seat], hand: Hand, state: HandState, turns_count: int, at: datetime) -> None:
    """Cancel a game whose secret cannot be read (FAIRDEAL, point 5): its hand is void, without a seed to show, and what
    was played before counts for no rating, unless a moderator wants it."""
    _log_lost(game)
    game.counts_for_rating = False
    hand.ended_at = at
    hand.voided = True
    game_close(game, Game.Ending.CANCELLED, at)
    cache_write(game=game, seats=seats, hand=hand, state=state, turns_count=turns_count, waiting_since=at)
    end_tell(game, seats, at)


def end_tell(game: Game, seats: list[Seat], at: datetime, *, about: int = 0) -> None:
    """Ask for the notices of a game's end, to all who did not resign, and for its figures and ratings; the secret
    orders of all seats are forgotten.

    The game has been closed and saved. `about`: the act of the moderator who cancelled it.
    """
    StandingOrders.objects.filter(seat__game=game).delete()
    notify.game_is_over(game)
    cancelled = game.ending == Game.Ending.CANCELLED
    for seat in seats:
        if seat.kind == Seat.Kind.PERSON and seat.resigned_at is None:
            # Who holds the seat came with it; another query only where a caretaker does.
            person = seat.held_by if seat.held_by_id == seat.user_id else seat.user
            notice_write(Notice.Kind.MODERATION if cancelled else Notice.Kind.OVER, game, person, at, about=about)


def _log_lost(game: Game) -> None:
    log.error("the chain of game %s cannot be read with CHAIN_KEY; the game is cancelled", game.public_id)
