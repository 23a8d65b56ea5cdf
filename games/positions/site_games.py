"""Finds moments in finished public games of this site, in turns that people took."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Exists, OuterRef

from games.engine import cards_text, parse_cards
from games.models import Game, Hand, Move, Position, Seat
from games.positions.finding import hand_moment
from games.positions.moment import Moment

ORIGIN = "game"
_OWN = (Move.By.PLAYER, Move.By.AUTO)


def games_search() -> Iterator[tuple[Game, Moment | None]]:
    """Each game after the last one that has a position, oldest first, with its moment, if it has one. One game at a
    time is in memory. Takes some seconds a hand.
    """
    last = Position.objects.exclude(game=None).order_by("-game").values_list("game", flat=True).first() or 0
    people = Exists(Seat.objects.filter(game=OuterRef("pk"), kind=Seat.Kind.PERSON))
    games = Game.objects.filter(people, status=Game.Status.FINISHED, visibility=Game.Visibility.PUBLIC).order_by("pk")
    while (game := games.filter(pk__gt=last).first()) is not None:
        yield game, game_moment(game)
        last = game.pk


def game_moment(game: Game) -> Moment | None:
    """The moment of the game's first hand that has one."""
    before = [0] * game.seats_count
    for hand in game.hands.filter(points__isnull=False, voided=False).order_by("number"):
        moves = list(hand.moves.valid().order_by("number"))
        places = [place for place, move in enumerate(moves) if move.by in _OWN]
        found = hand_moment(_hand(game, hand, moves, tuple(before)), places, hand.pk)
        if found is not None:
            return found
        before = [have + more for have, more in zip(before, hand.points or (), strict=True)]
    return None


def _hand(game: Game, hand: Hand, moves: list[Move], points: tuple[int, ...]) -> Moment:
    return Moment(
        origin=f"{ORIGIN}:{game.public_id}",
        deck=cards_text(parse_cards("".join(hand.deck))),
        seats=game.seats_count,
        leader=hand.leader,
        points=points,
        target=game.target,
        turns=tuple(move.turn for move in moves),
        place=0,
        estimates=(),
    )
