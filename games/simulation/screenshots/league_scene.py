"""Leagues for the pictures."""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import User
from games.leagues.running import league_attend, league_begin
from games.leagues.services import Terms, league_create, league_join, league_leave
from games.lobby.services import NewGame
from games.models import Game, League


def leagues(
    places: dict[str, str | list[str]], me: User, others: list[User], play_out: Callable[[Game], object]
) -> None:
    """Make a league with games over, running and to come, and a member who left; and a sign-up."""
    league = _sign_up("Höstligan", me, others)
    league_begin(public_id=league.public_id, user=me)
    league_attend(league_id=league.pk)
    for game in list(Game.objects.filter(in_league__league=league).order_by("pk"))[:3]:
        play_out(game)
    league_leave(public_id=league.public_id, user=others[-1])
    signup = _sign_up("Vinterligan", me, others[:3])
    places["league"], places["league_signup"] = league.public_id, signup.public_id
    places["league_invited"] = signup.invite_token


def _sign_up(name: str, me: User, others: list[User]) -> League:
    league = league_create(founder=me, new=NewGame(seats=2, target=None, name=name), terms=Terms())
    for person in others:
        league_join(token=league.invite_token, user=person)
    return league
