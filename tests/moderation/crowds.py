"""Many people and the ends of many games, fair and crooked ones, written straight to the database."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import count

from accounts.models import User
from games.bots import get
from games.engine import HandState, Turn, apply, deal, full_deck, legal_turns, observe
from games.models import Game, Seat

_numbers = count(1)
# People and their points in one finished game.
End = Mapping[int, int]
# How much of a game's outcome is luck, beside strengths that lie about 1 apart.
LUCK = 1.6
SIZES = (2, 3, 3, 4, 4, 6)


def crowd_make(people: int, at: datetime) -> list[int]:
    """Ids of new people."""
    names = (f"crowd{next(_numbers)}" for _person in range(people))
    rows = [User(handle=name, email=f"{name}@example.org", date_joined=at) for name in names]
    return [user.pk for user in User.objects.bulk_create(rows)]


def games_load(ends: Sequence[End], at: datetime) -> None:
    """Public games that came to these ends at `at`."""
    games = Game.objects.bulk_create(
        Game(
            host_id=next(iter(end)),
            anchor=f"{next(_numbers):064x}",
            seats_count=len(end),
            status=Game.Status.FINISHED,
            ending=Game.Ending.TARGET,
            created_at=at,
            started_at=at,
            ended_at=at,
            changed_at=at,
        )
        for end in ends
    )
    Seat.objects.bulk_create(
        Seat(
            game=game,
            number=number,
            kind=Seat.Kind.PERSON,
            user_id=user,
            held_by_id=user,
            joined_at=at,
            points=points,
            is_winner=points == min(end.values()),
        )
        for game, end in zip(games, ends, strict=True)
        for number, (user, points) in enumerate(end.items())
    )


def fair_end(people: Sequence[int], strengths: Mapping[int, float], rng: random.Random) -> End:
    """A game in which everybody tries: strength and luck decide."""
    scores = {user: strengths[user] + rng.gauss(0, LUCK) for user in people}
    return {user: place for place, user in enumerate(sorted(people, key=lambda user: -scores[user]))}


def given_away(giver: int, people: Sequence[int], strengths: Mapping[int, float], rng: random.Random) -> End:
    """A game in which one of them plays to come in last."""
    others = [user for user in people if user != giver]
    return {**fair_end(others, strengths, rng), giver: len(others)}


def fair_crowd(
    people: Sequence[int], games: int, spread: float, rng: random.Random
) -> tuple[list[End], dict[int, float]]:
    """Random tables of people whose strengths differ by `spread`, and five pairs of friends who meet often."""
    strengths = {user: rng.gauss(0, spread) for user in people}
    ends = [fair_end(rng.sample(people, rng.choice(SIZES)), strengths, rng) for _game in range(games)]
    for _friends in range(5):
        two = rng.sample(people, 2)
        ends += [fair_end(with_others(two, people, rng), strengths, rng) for _game in range(rng.randrange(10, 60))]
    return ends, strengths


def with_others(two: Sequence[int], people: Sequence[int], rng: random.Random) -> list[int]:
    """The two, and nobody, one or two more."""
    others = [user for user in people if user not in two]
    return [*two, *rng.sample(others, rng.choice((0, 0, 1, 2)))]


def hand_played(people: Sequence[int], slips: Mapping[int, float], rng: random.Random, giver: int | None = None) -> End:
    """A hand by the rules, which everybody plays as the bot Greedy but for a share of random turns (`slips`).

    `giver` lays as little as may be, and takes in nothing but low cards.
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
    return get("greedy").choose(observe(state, state.to_act), legal, 0, rng)


def _least(state: HandState) -> Turn:
    legal = legal_turns(state)
    passes = [turn for turn in legal if turn.is_pass]
    return passes[0] if passes else min(legal, key=lambda turn: (len(str(turn)), str(turn)))
