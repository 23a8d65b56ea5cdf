"""Many people and final scores, fair and crooked, written to the database."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import count

from accounts.models import User
from games.bots import get
from games.engine import HandState, Turn, apply, deal, full_deck, legal_turns, observe
from games.models import Game, Seat
from tests.many_rows import rows_like

_numbers = count(1)
# Points of each person in a finished game.
End = Mapping[int, int]
# The luck of a game; strengths differ by about 1.
LUCK = 1.6
SIZES = (2, 3, 3, 4, 4, 6)


def crowd_make(people: int, at: datetime) -> list[int]:
    """Create this many people and return their ids."""
    names = (f"crowd{next(_numbers)}" for _person in range(people))
    rows = [User(handle=name, email=f"{name}@example.org", date_joined=at) for name in names]
    return [user.pk for user in User.objects.bulk_create(rows)]


def games_load(ends: Sequence[End], at: datetime) -> None:
    keys = [f"{next(_numbers):064x}" for _end in ends]
    first = Game.objects.create(
        host_id=next(iter(ends[0])),
        anchor=keys[0],
        seats_count=len(ends[0]),
        status=Game.Status.FINISHED,
        ending=Game.Ending.TARGET,
        created_at=at,
        started_at=at,
        ended_at=at,
        changed_at=at,
    )
    rows = [(key, key[-32:], key[-32:], next(iter(end)), len(end)) for key, end in zip(keys, ends, strict=True)]
    rows_like(first, ("anchor", "public_id", "invite_token", "host_id", "seats_count"), rows[1:])
    ids = dict(Game.objects.filter(anchor__in=keys).values_list("anchor", "pk"))
    seats = [
        (ids[key], number, user, user, points, points == min(end.values()))
        for key, end in zip(keys, ends, strict=True)
        for number, (user, points) in enumerate(end.items())
    ]
    names = ("game_id", "number", "user_id", "held_by_id", "points", "is_winner")
    seat = Seat.objects.create(kind=Seat.Kind.PERSON, joined_at=at, **dict(zip(names, seats[0], strict=True)))
    rows_like(seat, names, seats[1:])


def fair_end(people: Sequence[int], strengths: Mapping[int, float], rng: random.Random) -> End:
    scores = {user: strengths[user] + rng.gauss(0, LUCK) for user in people}
    return {user: place for place, user in enumerate(sorted(people, key=lambda user: -scores[user]))}


def given_away(giver: int, people: Sequence[int], strengths: Mapping[int, float], rng: random.Random) -> End:
    """The end of a game in which one of them tries to come last."""
    others = [user for user in people if user != giver]
    return {**fair_end(others, strengths, rng), giver: len(others)}


def fair_crowd(
    people: Sequence[int], games: int, spread: float, rng: random.Random, friends: int = 5
) -> tuple[list[End], dict[int, float]]:
    """Strengths vary by `spread`; friends meet often."""
    strengths = {user: rng.gauss(0, spread) for user in people}
    ends = [fair_end(rng.sample(people, rng.choice(SIZES)), strengths, rng) for _game in range(games)]
    for _friends in range(friends):
        two = rng.sample(people, 2)
        ends += [fair_end(with_others(two, people, rng), strengths, rng) for _game in range(rng.randrange(10, 60))]
    return ends, strengths


def with_others(two: Sequence[int], people: Sequence[int], rng: random.Random) -> list[int]:
    others = [user for user in people if user not in two]
    return [*two, *rng.sample(others, rng.choice((0, 0, 1, 2)))]


def hand_played(people: Sequence[int], slips: Mapping[int, float], rng: random.Random, giver: int | None = None) -> End:
    """The end of a hand played by the rules: all play like the bot Greedy, with shares of random turns (`slips`).
    `giver` plays as little as possible and picks up low cards.
    """
    deck = list(full_deck("BRPG") if len(people) == 2 else full_deck())
    rng.shuffle(deck)
    state = deal(deck, len(people), leader=rng.randrange(len(people)))
    while not state.over:
        user = people[state.to_act]
        state = apply(state, _least(state) if user == giver else _turn(state, slips[user], rng))
    assert state.points is not None
    return dict(zip(people, state.points, strict=True))


def _turn(state: HandState, slips: float, rng: random.Random) -> Turn:
    legal = legal_turns(state)
    if rng.random() < slips:
        return rng.choice(legal)
    return get("hirdman").choose(observe(state, state.to_act), legal, 0, rng)


def _least(state: HandState) -> Turn:
    legal = legal_turns(state)
    passes = [turn for turn in legal if turn.is_pass]
    return passes[0] if passes else min(legal, key=lambda turn: (len(str(turn)), str(turn)))
