"""Start of a game, deals, ends of hands and games."""

import logging

from games import on_commit
from games.engine import HandState, deal, fairdeal, is_game_over, next_leader
from games.models import Game, Hand, Notice, Seat, StandingOrders
from games.outbox.write import notice_write
from games.play.derived import derived_write, game_points
from games.play.errors import ChainLost
from games.play.fair_chain import game_opening, hand_seed
from games.play.locking import LockedGame

log = logging.getLogger(__name__)


def game_begin(locked: LockedGame) -> None:
    """Freeze the opening and deal hand 1 (FAIRDEAL.md, 3). Cancels a game whose secret cannot be read."""
    game = locked.game
    try:
        _begin(locked)
    except ChainLost:
        _log_lost(game)
        game.contributions_due_at = None
        game_close(locked, Game.Ending.CANCELLED)
        game.save()
        end_announce(locked)


def _begin(locked: LockedGame) -> None:
    game, opening = locked.game, game_opening(locked.game, locked.seats)
    seed = hand_seed(game, 1)
    game.fingerprint = opening.fingerprint.hex()
    game.removed = fairdeal.removed_colours(opening, seed)
    game.first_leader = fairdeal.first_leader(opening, seed)
    game.status = Game.Status.RUNNING
    game.started_at = locked.recorded_at
    game.contributions_due_at = None
    hand_deal(locked, number=1, leader=game.first_leader)


def hand_deal(locked: LockedGame, *, number: int, leader: int) -> None:
    game = locked.game
    deck = fairdeal.deck_for(game_opening(game, locked.seats), hand_seed(game, number), number, game.removed)
    cards = [str(card) for card in deck]
    locked.hand = Hand(game=game, number=number, leader=leader, deck=cards, started_at=locked.recorded_at)
    derived_write(locked, deal(deck, game.seats_count, leader))


def hand_close(locked: LockedGame, *, voided: bool = False) -> None:
    """End or void the hand and reveal its seed, so nothing in it can be undone (FAIRDEAL.md, 4). The caller saves
    it. Raises ChainLost before any change.
    """
    hand = locked.hand
    hand.seed = hand_seed(locked.game, hand.number).hex()
    hand.ended_at = locked.recorded_at
    hand.voided = voided


def game_close(locked: LockedGame, ending: Game.Ending) -> None:
    """Mark the game as ended, for the caller to save."""
    game = locked.game
    game.status = Game.Status.CANCELLED if ending == Game.Ending.CANCELLED else Game.Status.FINISHED
    game.ending = ending
    game.ended_at = locked.recorded_at
    game.pause_ends_at = game.held_at = None


def hand_finish(locked: LockedGame, state: HandState) -> None:
    """End the hand; then end the game or deal the next hand (RULES.md, 7 to 9)."""
    game, hand = locked.game, locked.hand
    try:
        hand_close(locked)
    except ChainLost:
        game_abandon(locked, state)
        return
    so_far = game_points(game)
    points = [have + more for have, more in zip(so_far, state.points or (), strict=True)]
    over = is_game_over(points, game.target)
    if over:
        game_close(locked, Game.Ending.TARGET if game.target else Game.Ending.SINGLE_HAND)
    derived_write(locked, state, points=points)
    if over:
        end_announce(locked)
    else:
        assert state.last_actor is not None
        leader = next_leader(game.options, hand.leader, state.last_actor)
        hand_deal(locked, number=hand.number + 1, leader=leader)


def hand_void(locked: LockedGame) -> None:
    """Void the hand, and reveal its seed if it can be read (FAIRDEAL.md, 5)."""
    try:
        hand_close(locked, voided=True)
    except ChainLost:
        _void_unseeded(locked)


def game_abandon(locked: LockedGame, state: HandState) -> None:
    """Cancel a game whose secret cannot be read (FAIRDEAL.md, 5): its hand is void without a seed, and the game
    unrated unless a moderator decides otherwise.
    """
    _void_unseeded(locked)
    locked.game.counts_for_rating = False
    game_close(locked, Game.Ending.CANCELLED)
    derived_write(locked, state)
    end_announce(locked)


def _void_unseeded(locked: LockedGame) -> None:
    _log_lost(locked.game)
    locked.hand.ended_at = locked.recorded_at
    locked.hand.voided = True


def end_announce(locked: LockedGame, *, about: int = 0) -> None:
    """Request notifications, figures and ratings, and delete planned turns. The game is already saved as ended.
    `about`: the moderator's act that cancelled it.
    """
    game = locked.game
    StandingOrders.objects.filter(seat__game=game).delete()
    on_commit.game_is_over(game)
    cancelled = game.ending == Game.Ending.CANCELLED
    for seat in locked.seats:
        if seat.kind == Seat.Kind.PERSON and seat.resigned_at is None:
            # Only a stand-in bot's seat costs another query.
            person = seat.held_by if seat.held_by_id == seat.user_id else seat.user
            kind = Notice.Kind.MODERATION if cancelled else Notice.Kind.OVER
            notice_write(kind, game, person, locked.now, about=about)


def _log_lost(game: Game) -> None:
    log.error("the chain of game %s cannot be read with CHAIN_KEY; the game is cancelled", game.public_id)
