"""Leagues made by services, and their games ended as rows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.leagues.running import league_attend, league_begin
from games.leagues.services import Terms, league_create, league_join
from games.lobby.services import NewGame
from games.models import Game, League

TERMS = Terms(signup_days=7, weeks=4, away_days=5)


def make_league(people: Sequence[User], *, seats: int = 2, terms: Terms = TERMS, **options: Any) -> League:
    """A sign-up of the first person's, which the others joined by the link."""
    new = NewGame(seats=seats, name=options.pop("name", "Winter league"), pace=options.pop("pace", "1d"), **options)
    league = league_create(founder=people[0], new=new, terms=terms)
    for person in people[1:]:
        league_join(token=league.invite_token, user=person)
    return league


def begun_league(people: Sequence[User], **options: Any) -> League:
    """A league whose first games have begun."""
    league = make_league(people, **options)
    league_begin(public_id=league.public_id, user=people[0])
    attend(league)
    league.refresh_from_db()
    return league


def attend(league: League) -> int:
    return league_attend(league_id=league.pk)


def games_of(league: League, **where: Any) -> list[Game]:
    return list(Game.objects.filter(in_league__league=league, **where).order_by("pk"))


def pairs(games: Sequence[Game]) -> list[list[str]]:
    """The players of games, by username."""
    return [list(game.seats.order_by("number").values_list("user__handle", flat=True)) for game in games]


def game_over(game: Game, points: Sequence[int]) -> None:
    """End a game that was begun but never played, with these points by seat."""
    Game.objects.filter(pk=game.pk).update(
        status="finished", ending="target", ended_at=timezone.now(), to_act=None, bot_acts=False
    )
    for seat, had in zip(game.seats.order_by("number"), points, strict=True):
        seat.points, seat.is_winner = had, had == min(points)
        seat.save()


def all_over(league: League, *points: int) -> None:
    """End all running games, with these points by seat, or 0 and 15."""
    for game in games_of(league, ended_at=None):
        game_over(game, points or [0, *[15] * (game.seats_count - 1)])


DAY = timedelta(days=1)
