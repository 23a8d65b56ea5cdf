"""Today's hand, positions of the day and a challenge for pictures."""

from __future__ import annotations

import random

from accounts.models import User
from games.daily.calendar import DAY, today
from games.daily.challenges import challenge_begin, challenge_make, challenge_turn
from games.daily.owner import Owner
from games.daily.selectors import solo_of
from games.daily.services import day_begin, day_turn
from games.daily.solo import played
from games.daily.strongest import strongest_line
from games.engine import legal_turns
from games.models import Game, Position
from games.positions.moment import moment_read
from games.positions.services import answer_give, day_position


def day_played(people: list[User], rng: random.Random) -> str:
    """Play today's hand, and return the day."""
    day = today()
    for owner in map(Owner, people):
        play = day_begin(day=day, owner=owner)
        while play.finished_at is None:
            hand = played(solo_of(play.hand), play.turns)
            turn = rng.choice(legal_turns(hand.state))
            play = day_turn(day=day, owner=owner, turns=len(hand.turns), text=str(turn))
        strongest_line(hand_id=play.hand_id)
    return day.isoformat()


def positions_answered(people: list[User], rng: random.Random) -> None:
    """Answer the position of yesterday and today's."""
    day_position(today())
    Position.objects.update(day=today() - DAY)
    for day in (today() - DAY, today()):
        position = day_position(day)
        assert position is not None
        turns = moment_read(position.moment).legal
        for user in people:
            answer_give(day=day, seen=position.pk, owner=Owner(user), text=str(rng.choice(turns)))


def hand_sent_on(over: Game, me: User, others: list[User]) -> str:
    """Send on a hand, which another person plays."""
    challenge = challenge_make(user=me, public_id=over.public_id, number=1, bot="hirdman")
    owner = Owner(others[0])
    play = challenge_begin(challenge=challenge, owner=owner)
    while play.finished_at is None:
        hand = played(solo_of(play.hand), play.turns)
        text = str(legal_turns(hand.state)[-1])
        play = challenge_turn(challenge=challenge, owner=owner, turns=len(hand.turns), text=text)
    return challenge.public_id
