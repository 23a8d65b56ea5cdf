"""A short simulated month: real services, queue, worker and mail server, and a killed worker."""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta

import pytest
from django.core.mail import get_connection
from django.utils import timezone

from accounts.models import Sanction
from games.models import Game, League, LeagueMember, Notice, Seat
from games.simulation.month.row_checks import LATE
from games.simulation.month.run import simulate
from games.simulation.month.simulation import BEGINS, Extent, MonthFigures

# Public: others import these.
NAMES = {"games", "finished", "hung", "notices", "doubled", "stale", "unwanted", "lost", "uncertain"}


def ids_of(**facts: object) -> set[str]:
    """Message-IDs of the outbox's rows with these values."""
    return set(Notice.objects.filter(**facts).values_list("message_id", flat=True))


@pytest.mark.whole
@pytest.mark.django_db(transaction=True)
def test_a_month_in_which_the_worker_is_killed_leaves_nothing_undone() -> None:
    before = timezone.now()
    # The seed doesn't set the deals. Six days are enough for games at the tables, whose members join within a day.
    figures = simulate(Extent(people=4, games=3, days=6, kills=5, tables=3), seed=4, complain=print)
    assert figures.faults == {}
    assert figures.tables == 3
    assert figures.table_games > 0
    assert figures.finished == figures.games == 3 + figures.table_games
    assert figures.kills == 5
    assert figures.turns > 20
    sent, doubtful = ids_of(status=Notice.Status.SENT), ids_of(status=Notice.Status.DROPPED, uncertain=True)
    # A worker killed while the server takes an email leaves a row in doubt. If the turn is played before another worker
    # retries it, the row is dropped, and nobody knows whether its email came.
    assert 5 < len(sent) <= figures.notices - figures.uncertain <= len(sent | doubtful)
    assert Game.objects.filter(ended_at__gt=BEGINS).count() == figures.games
    # Its turns wait for hours and notify nobody.
    alone = Game.objects.get(pace=Game.Pace.NONE)
    assert alone.seats.filter(kind=Seat.Kind.PERSON).count() == 1
    assert not alone.notices.filter(kind=Notice.Kind.TURN).exists()
    # Time and mail settings are restored.
    assert before <= timezone.now() < before + timedelta(hours=1)
    assert type(get_connection()).__module__ == "django.core.mail.backends.locmem"


@pytest.mark.whole
@pytest.mark.django_db(transaction=True)
def test_a_league_is_over_by_its_date_though_a_member_is_banned() -> None:
    figures = simulate(Extent(people=4, games=1, days=1, kills=1, leagues=1), seed=3, complain=print)
    assert figures.faults == {}
    assert (figures.leagues, figures.removed, figures.kills) == (1, 1, 1)
    league = League.objects.get()
    assert league.status == League.Status.OVER
    assert figures.finished == figures.games == 1 + figures.league_games
    ended = Game.objects.filter(in_league__league=league, ended_at__lte=league.ends_at + LATE)
    assert ended.count() == figures.league_games > 0
    banned = Sanction.objects.get().user
    assert LeagueMember.objects.get(user=banned).left_at is not None


def test_the_figures_say_which_of_them_must_be_nothing() -> None:
    assert set(asdict(MonthFigures())) >= NAMES
    assert MonthFigures(games=3, finished=3, notices=40, uncertain=2).faults == {}
    assert MonthFigures(hung=1, lost=2, uncertain=3).faults == {"hung": 1, "lost": 2}
    assert MonthFigures(tables=2, table_games=9, idle=1, miscounted=1).faults == {"idle": 1, "miscounted": 1}
    assert MonthFigures(leagues=1, league_games=9, overdue=1, removed=2).faults == {"overdue": 1}
