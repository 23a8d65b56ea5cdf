"""Random games in which planned lists take the turns that an independent reading of the rules allows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
import time_machine

from accounts.models import User
from games.bots import strongest_estimator
from games.engine import GameOptions, HandState, Turn, apply, deal, legal_turns
from games.lobby.services import NewGame
from games.models import Deadline, Game, Hand, Move, Preferences, Seat, StandingOrders
from games.play.orders.bot_pickup import BUDGET_MS
from games.play.orders.decision import order_decision
from games.play.selectors import seat_view
from games.play.standing_orders import Order, OrderKind, orders_cancel, orders_set
from games.play.timeouts import wait_attend
from games.play.turn import turn_play
from games.play.undo.services import turn_undo
from tests.engine.hands import shuffled_deck
from tests.factories import state_of
from tests.games_laid import lay_game
from tests.play.orders.read_plan import RULES, PlanList, expected_turns, random_plan

AT = datetime(2027, 3, 1, 9, 0, tzinfo=UTC)
KINDS = [
    *(GameOptions(seats, goat=goat) for seats, goat in product(range(2, 7), (False, True))),
    *(GameOptions(2, two_player_deck=True, goat=goat) for goat in (False, True)),
]
GAMES = 2_000
RUNNING, HAND = Game(status="running"), Hand(number=1)
SERVED_GAMES = 24
# Of one game played through the services, which may take long.
SERVED_TURNS = 25


def texts(cards: tuple[object, ...]) -> list[str]:
    return [str(card) for card in cards]


def decided(state: HandState, plan: PlanList, seat: Seat) -> tuple[Turn, ...]:
    """The site's decision for the seat, with the plan as its row has it."""
    sets = ["".join(cards) + f"<{rule}" for cards, rule in plan.sets]
    StandingOrders(seat=seat, changed_at=AT, sets_hand=1, sets=sets, else_pass=plan.passes)
    decision = order_decision(RUNNING, seat, HAND, state)
    return () if decision is None else decision.turns


def row_seats(count: int) -> list[Seat]:
    person = User(pk=1)
    Preferences(user=person)
    return [Seat(number=number, user=person, held_by=person) for number in range(count)]


def planned_game(
    options: GameOptions, rng: random.Random
) -> Iterator[tuple[HandState, PlanList | None, tuple[Turn, ...]]]:
    """A game of one hand: at each turn the state, the list of the seat to act, and what the site decides by it. Lists
    are made some turns before, over other tables.
    """
    state = deal(shuffled_deck(options, rng), options.seats, leader=rng.randrange(options.seats))
    plans: dict[int, PlanList] = {}
    seats = row_seats(options.seats)
    while not state.over:
        for seat in range(options.seats):
            if seat != state.to_act and seat not in plans and rng.random() < 0.4:
                plans[seat] = random_plan(texts(state.hands[seat]), rng)
        plan = plans.pop(state.to_act, None)
        turns = () if plan is None else decided(state, plan, seats[state.to_act])
        yield state, plan, turns
        state = apply(state, rng.choice(turns or legal_turns(state)))


@pytest.mark.whole
def test_what_lists_play_in_random_games_is_what_the_rules_and_the_lists_say() -> None:
    seen: Counter[str] = Counter()
    for number in range(GAMES):
        rng = random.Random(f"lists {number}")
        for state, plan, turns in planned_game(KINDS[number % len(KINDS)], rng):
            held, table = texts(state.hands[state.to_act]), texts(state.table)
            wanted = set() if plan is None else expected_turns(plan, held, table)
            assert set(map(str, turns)) == wanted, (number, held, table, plan)
            seen.update(kinds_of(plan, table, wanted))
    # Each kind of list and each rule has been followed often.
    few = {kind: seen[kind] for kind in ("pass", "wait", "lead", "second", "out", *RULES) if seen[kind] < 100}
    assert few == {}


def kinds_of(plan: PlanList | None, table: list[str], wanted: set[str]) -> Iterator[str]:
    """The kinds of decision that this one is an example of."""
    if plan is None:
        return
    if not table:
        yield "lead"
    elif not wanted:
        yield "wait"
    elif wanted == {"pass"}:
        yield "pass"
    else:
        played, _arrow, card = min(wanted).partition("<")
        at = next(at for at, (cards, _rule) in enumerate(plan.sets) if "".join(cards) == played)
        if at:
            yield "second"
        if not card:
            yield "out"
        elif len(table) > 1:
            yield plan.sets[at][1]


@pytest.mark.whole
@pytest.mark.django_db
def test_what_lists_play_through_the_services_is_what_the_rules_and_the_lists_say(
    alice: User, bob: User, charlie: User, travel: time_machine.Traveller
) -> None:
    taken: Counter[str] = Counter()
    for number in range(SERVED_GAMES):
        served = ServedGame([alice, bob, charlie][: 2 + number % 2], random.Random(f"served {number}"), travel)
        taken.update(served.play())
    assert min(taken[kind] for kind in ("auto", "player", "undone")) >= 20


class ServedGame:
    """A game whose players plan lists, take turns back and wait, as their pages would have them do."""

    def __init__(self, people: list[User], rng: random.Random, travel: time_machine.Traveller) -> None:
        self.game = lay_game(people, NewGame(seats=len(people), target=30, pace="1d"))
        self.people, self.rng, self.travel = people, rng, travel
        self.plans: dict[int, PlanList] = {}
        self.hand = 1

    def play(self) -> Iterator[str]:
        for _turn in range(SERVED_TURNS):
            if self.game.ended_at is not None:
                return
            self.travel.shift(timedelta(seconds=1))
            self._plan()
            self.travel.shift(timedelta(seconds=1))
            yield self._take()
            if self.rng.random() < 0.2 and self._undo():
                yield "undone"

    def _plan(self) -> None:
        """Others plan, and some cancel what they have planned."""
        state = state_of(self.game)
        for seat, user in enumerate(self.people):
            if seat == state.to_act:
                continue
            if seat in self.plans and self.rng.random() < 0.1:
                orders_cancel(public_id=self.game.public_id, user=user, kind=OrderKind.SET)
                del self.plans[seat]
            elif seat not in self.plans and self.rng.random() < 0.7:
                self.plans[seat] = random_plan(texts(state.hands[seat]), self.rng)
                self._send(user, self.plans[seat])

    def _send(self, user: User, plan: PlanList) -> None:
        orders = [Order(OrderKind.SET, hand=self.hand, cards="".join(cards), pickup=rule) for cards, rule in plan.sets]
        for order in orders + [Order(OrderKind.OTHERWISE)] * plan.passes:
            orders_set(public_id=self.game.public_id, user=user, order=order)

    def _take(self) -> str:
        """Let the plan take the turn, or take one by hand."""
        state = state_of(self.game)
        plan = self.plans.pop(state.to_act, None)
        wanted = self._wanted(state, plan)
        order_at = Deadline.objects.get(pk=self.game.pk).order_at
        # A list that was made in its owner's turn would not be due, but none is.
        assert (order_at is not None) == bool(wanted)
        if order_at is None:
            turn = str(self.rng.choice(legal_turns(state)))
            turn_play(public_id=self.game.public_id, user=self._user(state), version=self.game.version, text=turn)
        else:
            self.travel.move_to(order_at)
            wait_attend(game_id=self.game.pk)
        self.game.refresh_from_db()
        move = Move.objects.filter(hand__game=self.game).latest("version")
        assert (move.by == Move.By.AUTO, move.seat) == (bool(wanted), state.to_act)
        assert not wanted or move.turn in wanted
        self._begin_hand()
        return move.by

    def _wanted(self, state: HandState, plan: PlanList | None) -> set[str]:
        """The turns that the list allows; of several cards to pick up, only the strongest bot's choice."""
        held, table = texts(state.hands[state.to_act]), texts(state.table)
        wanted = set() if plan is None else expected_turns(plan, held, table)
        if len(wanted) < 2:
            return wanted
        view = seat_view(self.game, self.game.hands.get(number=self.hand), state, state.to_act)
        turns = [turn for turn in legal_turns(state) if str(turn) in wanted]
        rng = random.Random(f"{self.game.public_id} {self.game.version}")
        return {str(strongest_estimator()[1](view, turns, BUDGET_MS, rng)[0].turn)}

    def _begin_hand(self) -> None:
        hand = self.game.hands.count()
        if hand != self.hand:
            self.hand, self.plans = hand, {}

    def _undo(self) -> bool:
        """The last player takes the turn back, if a hand goes on; their own list lapses."""
        last = Move.objects.valid().filter(hand__game=self.game, hand__number=self.hand).order_by("-number").first()
        if last is None or self.game.ended_at is not None or last.by != Move.By.PLAYER:
            return False
        undone = Move.objects.taken_back().filter(hand__game=self.game, hand__number=self.hand, seat=last.seat)
        if undone.count() >= 3:
            return False
        self.travel.shift(timedelta(seconds=1))
        turn_undo(public_id=self.game.public_id, user=self.people[last.seat])
        self.game.refresh_from_db()
        self.plans.pop(last.seat, None)
        return True

    def _user(self, state: HandState) -> User:
        return self.people[state.to_act]
