"""The ratings and figures of a profile."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from accounts.models import User
from games.ratings import selectors
from games.ratings.duplicate_leaders import duplicate_rating
from games.ratings.person_figures import person_totals, streaks_of
from games.ratings.versus import score_against
from games.ratings.words import pool_words
from games.web.charts import AxisPlace, Chart, Series, line_chart


def rating_chart(rating: selectors.PoolRating, steps: Sequence[selectors.RatingStep]) -> Chart:
    places = [
        AxisPlace(
            label=str(number),
            name=f"{number} · {date_format(localtime(step.at), 'DATE_FORMAT')}",
            link=reverse("games:table", args=[step.game]) if step.game else "",
        )
        for number, step in enumerate(steps, rating.games - len(steps) + 1)
    ]
    series = Series(gettext("Rating"), [step.score for step in steps], is_me=True)
    return line_chart(
        pool_words(rating.pool),
        places,
        [series],
        axis=gettext("Game"),
        from_zero=False,
    )


def profile_sections(player: User, viewer: User | None) -> dict[str, object]:
    """The context of a profile's sections, except the results. Up to seven queries."""
    totals = person_totals(player.pk)
    ratings = selectors.pool_ratings(player)
    charts = {row.pool: rating_chart(row, selectors.history(player, row.pool)) for row in ratings}
    meets = viewer is not None and viewer != player and not viewer.is_bot
    return {
        "ratings": [(row, charts[row.pool]) for row in ratings],
        "duplicate": None if player.is_bot else duplicate_rating(player),
        # A player may have finished only games whose figures cannot be computed.
        "figures": totals if totals is not None and totals.games else None,
        "streaks": None if player.is_bot else streaks_of(totals),
        "score": score_against(viewer, player, viewer) if viewer is not None and meets else None,
    }
