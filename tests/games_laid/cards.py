"""Running hands with chosen cards."""

from __future__ import annotations

from games.engine import HandState, deal, state_to_json
from games.models import Deadline, Game, Hand
from tests.engine.hands import cards
from tests.engine.hands import hand as laid_hand


def lay(game: Game, *held: str, to_act: int, table: str = "", table_seat: int | None = None) -> None:
    """Give the seats these cards in the running hand. The game's record no longer verifies."""
    state = laid_hand(*held, to_act=to_act, table=table, table_seat=table_seat)
    _keep(game, state)


def lay_deck(game: Game, deck: str, *, leader: int) -> None:
    """Deal a hand without turns again, for replays and reviews too. The record no longer verifies."""
    running = Hand.objects.filter(game=game, ended_at__isnull=True)
    running.update(deck=list(map(str, cards(deck))), leader=leader)
    _keep(game, deal(cards(deck), game.seats_count, leader))


def _keep(game: Game, state: HandState) -> None:
    Hand.objects.filter(game=game, ended_at__isnull=True).update(state=state_to_json(state))
    Game.objects.filter(pk=game.pk).update(to_act=state.to_act)
    Deadline.objects.filter(pk=game.pk).update(seat=state.to_act, user=game.seats.get(number=state.to_act).held_by)
    game.refresh_from_db()
