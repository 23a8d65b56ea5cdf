"""A bot's review of a person's turns, for that person only."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch

from accounts.models import User
from games.advice import reason_words
from games.engine import Card, HandState, Turn, apply, deal, legal_turns, observe, parse_turn
from games.errors import NoSuchGame
from games.models import Game, Hand, Move, Seat, SeatReview

# Estimates can be off by 0.2 points: a smaller loss is none.
AS_GOOD = 0.3
MAX_WORST = 10


@dataclass(frozen=True, slots=True)
class TurnVerdict:
    """The verdict on a turn. `place`: among the valid turns of its hand. `expected`: points after `best`, None in old
    reviews; `loss`: how many more after `turn`.
    """

    hand: int
    place: int
    turn: str
    best: str
    loss: float
    options: int
    expected: float | None

    @property
    def anchor(self) -> str:
        return f"turn-{self.hand}-{self.place}"

    @property
    def matters(self) -> bool:
        return self.loss >= AS_GOOD


@dataclass(frozen=True, slots=True)
class Sight:
    """The table at a turn as the player saw it: the set and their cards. `reason`: why the bot's turn is good, in
    words.
    """

    table: tuple[str, ...]
    cards: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Review:
    """A review. `row`: None before it is requested. `turns_count`: turns to review."""

    game: Game
    seat: int
    row: SeatReview | None
    turns: tuple[TurnVerdict, ...]
    turns_count: int

    @property
    def done(self) -> bool:
        return self.row is not None and self.row.status == SeatReview.Status.DONE

    @property
    def working(self) -> bool:
        return self.row is not None and self.row.status == SeatReview.Status.ASKED

    @property
    def failed(self) -> bool:
        return self.row is not None and self.row.status == SeatReview.Status.FAILED

    @property
    def costly(self) -> Sequence[TurnVerdict]:
        """The turns that cost points, worst first."""
        return sorted((turn for turn in self.turns if turn.matters), key=lambda turn: -turn.loss)

    @property
    def worst(self) -> Sequence[TurnVerdict]:
        return self.costly[:MAX_WORST]

    @property
    def choices(self) -> int:
        return sum(turn.options > 1 for turn in self.turns)

    @property
    def good(self) -> int:
        """Turns with a choice that were about as good as the best."""
        return sum(turn.options > 1 and not turn.matters for turn in self.turns)

    @property
    def mean_cost(self) -> float:
        """The mean cost of the costly turns. Their sum may be more than a hand's points, as each assumes that the bot
        plays on.
        """
        return sum(turn.loss for turn in self.costly) / max(1, len(self.costly))


def person_review(public_id: str, user: User) -> Review:
    """The person's own turns. Three queries. Raises NoSuchGame without a seat or before the end."""
    seat = Seat.objects.select_related("game").filter(game__public_id=public_id, user=user).first()
    if seat is None or seat.kind != Seat.Kind.PERSON or seat.game.status != Game.Status.FINISHED:
        raise NoSuchGame(public_id)
    row = SeatReview.objects.filter(game=seat.game, seat=seat.number).first()
    own = Move.objects.valid().filter(hand__game=seat.game, hand__voided=False, seat=seat.number, actor=user)
    count = own.filter(by__in=(Move.By.PLAYER, Move.By.AUTO)).count()
    return Review(seat.game, seat.number, row, tuple(map(_turn_verdict, row.turns if row is not None else ())), count)


def sights(review: Review, turns: Collection[TurnVerdict]) -> dict[tuple[int, int], Sight]:
    """The table at each of these turns, by hand and place. Two queries."""
    wanted = {(turn.hand, turn.place): parse_turn(turn.best) for turn in turns}
    hands = review.game.hands.filter(number__in={hand for hand, _place in wanted}, voided=False)
    moves = Prefetch("moves", Move.objects.valid().order_by("number"))
    return {
        (hand.number, place): _sight(state, review.seat, wanted[hand.number, place])
        for hand in hands.prefetch_related(moves)
        for place, (_move, state) in enumerate(states_before(review.game, hand, hand.moves.all()), start=1)
        if (hand.number, place) in wanted
    }


def _sight(state: HandState, seat: int, best: Turn) -> Sight:
    view = observe(state, seat)
    return Sight(_codes(view.table), _codes(view.cards), reason_words(view, legal_turns(state), best))


def states_before(game: Game, hand: Hand, moves: Iterable[Move]) -> Iterator[tuple[Move, HandState]]:
    """Each valid turn, in order, with the hand before it."""
    state = deal([Card.parse(text) for text in hand.deck], game.seats_count, hand.leader)
    for move in moves:
        yield move, state
        state = apply(state, parse_turn(move.turn))


def _codes(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(map(str, cards))


def _turn_verdict(turn: dict[str, object]) -> TurnVerdict:
    hand, place, loss, options = turn["hand"], turn["place"], turn["loss"], turn["options"]
    expected = turn.get("expected")
    assert isinstance(hand, int)
    assert isinstance(place, int)
    assert isinstance(loss, float | int)
    assert isinstance(options, int)
    assert expected is None or isinstance(expected, float | int)
    return TurnVerdict(hand, place, str(turn["turn"]), str(turn["best"]), float(loss), options, expected)
