"""Games that are over, only as rows: their players, points and end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.engine import deal, full_deck, state_to_json
from games.models import (
    Game,
    Hand,
    Pool,
    Rating,
    RatingChange,
    RatingRework,
    SeasonStanding,
    Seat,
)
from games.ratings.settlement import game_settle
from games.ratings.skill import Skill

BEGIN = datetime(2026, 10, 5, 12, tzinfo=UTC)


def ended_game(
    people: Sequence[User], points: Sequence[int], *, hours: float = 0, resigned: Collection[int] = (), **more: Any
) -> Game:
    """A rated game of these people, a bot among them where one is, that ended so many hours after BEGIN; not settled.
    One hand was scored. `more` are columns of the game.
    """
    at = BEGIN + timedelta(hours=hours)
    number = Game.objects.count()
    columns: dict[str, Any] = {
        "host": next(one for one in people if not one.is_bot), "seats_count": len(people), "rated": True,
        "status": Game.Status.FINISHED, "ending": Game.Ending.TARGET, "anchor": f"{number:064x}",
        "created_at": at - timedelta(hours=1), "started_at": at - timedelta(hours=1), "ended_at": at, "changed_at": at,
    }  # fmt: skip
    game = Game.objects.create(**{**columns, **more})
    state = deal(full_deck(), len(people), 0)
    Hand.objects.create(
        game=game, number=1, leader=0, deck=[str(card) for card in full_deck()], seed="0" * 64,
        started_at=at, ended_at=at, state=state_to_json(state), points=list(points),
    )  # fmt: skip
    best = min(score for seat, score in enumerate(points) if seat not in resigned)
    for seat, (person, score) in enumerate(zip(people, points, strict=True)):
        Seat.objects.create(
            game=game, number=seat, kind=Seat.Kind.BOT if person.is_bot else Seat.Kind.PERSON,
            user=person, held_by=person, joined_at=at - timedelta(hours=1), points=score,
            resigned_at=at if seat in resigned else None,
            is_winner=game.status == Game.Status.FINISHED and score == best and seat not in resigned,
            is_open=False, ended_at=game.ended_at,
        )  # fmt: skip
    return game


def settled_game(people: Sequence[User], points: Sequence[int], **more: Any) -> Game:
    """`ended_game`, settled."""
    game = ended_game(people, points, **more)
    assert game_settle(game_id=game.pk)
    return game


def strength_of(user: User, pool: Pool = Pool.PEOPLE) -> Skill:
    rating = Rating.objects.get(user=user, pool=pool)
    return Skill(rating.mu, rating.sigma)


def all_ratings() -> list[tuple[object, ...]]:
    """All rows about ratings, to compare them."""
    ratings = Rating.objects.order_by("user", "pool").values_list("user", "pool", "mu", "sigma", "games", "changed_at")
    changes = RatingChange.objects.order_by("at", "game", "user").values_list(
        *("game", "user", "pool", "season", "place", "mu_before", "sigma_before", "mu", "sigma", "at")
    )
    standings = SeasonStanding.objects.order_by("user", "pool", "season").values_list(
        *("user", "pool", "season", "score", "best_score", "games", "wins", "opponents", "changed_at")
    )
    return [*ratings, *changes, *standings]


def all_again() -> list[tuple[object, ...]]:
    """The rows of a site that settled the same games in order."""
    for table in (RatingChange, Rating, SeasonStanding, RatingRework):
        table.objects.all().delete()
    Game.objects.update(settled_at=None)
    for game_id in list(Game.objects.order_by("ended_at", "pk").values_list("pk", flat=True)):
        game_settle(game_id=game_id)
    return all_ratings()


def close_to(some: list[tuple[object, ...]], others: list[tuple[object, ...]]) -> bool:
    return len(some) == len(others) and all(
        left == pytest.approx(right, abs=1e-9) if isinstance(left, float) else left == right
        for row, other in zip(some, others, strict=True)
        for left, right in zip(row, other, strict=True)
    )
