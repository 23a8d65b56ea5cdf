"""Words of ratings, seasons and figures."""

from __future__ import annotations

from datetime import date
from typing import Final

from django import template
from django.utils.formats import date_format, number_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.models import Game, Pool
from games.ratings.person_figures import Streaks
from games.ratings.selectors import Leader, PoolRating
from games.ratings.skill import QUARTER, season_begins
from games.ratings.versus import Score
from games.web.sentences import listed

register = template.Library()

POOL_WORDS: Final[dict[str, Promise]] = {Pool.PEOPLE: _("Against people"), Pool.BOTS: _("Against bots")}
_SURENESS: Final[dict[str, Promise]] = {
    "sure": _("Settled: one more game won’t change much."),
    "fairly": _("Fairly settled: more games will refine it."),
    "rough": _("Rough: few games so far, so each one changes a lot."),
}


@register.filter
def pool_words(pool: str) -> str:
    return str(POOL_WORDS[pool])


@register.filter
def season_words(season: int) -> str:
    year, month = season_begins(season)
    first, last = (date_format(date(year, number, 1), "F") for number in (month, month + QUARTER - 1))
    return gettext("{first} to {last} {year}").format(first=first, last=last, year=year)


@register.filter
def sureness_words(rating: PoolRating) -> str:
    return str(_SURENESS[rating.sureness])


@register.filter
def gain_words(gain: int) -> str:
    return f"+{gain}" if gain > 0 else f"−{-gain}" if gain else "0"


@register.filter
def figure_words(figure: float) -> str:
    """A luck-adjusted rating, such as "+0.35"."""
    shown = round(figure, 2)
    number = number_format(abs(shown), decimal_pos=2)
    return f"+{number}" if shown > 0 else f"−{number}" if shown else number


@register.filter
def hands_words(hands: int) -> str:
    return ngettext("{count} hand", "{count} hands", hands).format(count=number_format(hands))


@register.filter
def leader_words(leader: Leader) -> str:
    games = ngettext("{count} game", "{count} games", leader.games).format(count=number_format(leader.games))
    won = ngettext("{count} won", "{count} won", leader.wins).format(count=number_format(leader.wins))
    return listed((games, won))


@register.filter
def streak_words(streaks: Streaks) -> str:
    if streaks.now > 1:
        return ngettext("Won the last {count} game", "Won the last {count} games", streaks.now).format(
            count=streaks.now
        )
    if streaks.now == 1:
        return gettext("Won the last game")
    if streaks.lost:
        return ngettext("{count} game since the last win", "{count} games since the last win", streaks.lost).format(
            count=streaks.lost
        )
    return ""


@register.simple_tag
def score_words(score: Score, name: str) -> str:
    """Words about a score. `name`: the player whose score it is, "" for the viewer."""
    facts = {"name": name, "ahead": score.ahead, "games": score.games, "level": score.level}
    return (_own_score(score) if not name else _score_of_other(score)).format(**facts)


def _own_score(score: Score) -> str:
    if score.level:
        return ngettext(
            "You finished ahead in {ahead} of {games} game, tied in {level}",
            "You finished ahead in {ahead} of {games} games, tied in {level}",
            score.games,
        )
    return ngettext(
        "You finished ahead in {ahead} of {games} game", "You finished ahead in {ahead} of {games} games", score.games
    )


def _score_of_other(score: Score) -> str:
    if score.level:
        return ngettext(
            "{name} finished ahead in {ahead} of {games} game, tied in {level}",
            "{name} finished ahead in {ahead} of {games} games, tied in {level}",
            score.games,
        )
    return ngettext(
        "{name} finished ahead in {ahead} of {games} game",
        "{name} finished ahead in {ahead} of {games} games",
        score.games,
    )


@register.filter
def rated_words(game: Game) -> str:
    return gettext("rated") if game.rated else ""
