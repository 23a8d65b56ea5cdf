"""The bench of the admin's pages, on two tiny sites."""

import pytest
from django.db import connection
from django.test import override_settings

from games.models import Game, Move
from tests.bench.million.load import site_load
from tests.bench.pages import Page, costs, site_of

pytestmark = pytest.mark.whole

GAMES = 20
QUEUE = "/admin/games/queueentry/"


def indexes() -> set[tuple[str, ...]]:
    """The indexes of all tables, with their constraints."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexrelid::regclass::text, indisunique::text, contype::text FROM pg_index "
            "LEFT JOIN pg_constraint ON conindid = indexrelid AND contype IN ('p', 'u')"
        )
        return set(cursor.fetchall())


@pytest.mark.django_db(transaction=True)
@override_settings(ALLOWED_HOSTS=["localhost"])
def test_it_loads_by_processes_beside_each_other_and_measures_each_page() -> None:
    before = indexes()
    plan = site_load(GAMES, processes=2)
    assert indexes() == before
    assert Game.objects.count() == GAMES + plan.offers
    assert 10 * GAMES <= Move.objects.count() <= 30 * GAMES
    site = site_of(str(connection.settings_dict["NAME"]), plan)
    measured = {cost.page: cost for cost in costs(site, site, QUEUE)}
    assert Page(QUEUE, QUEUE) in measured
    assert Page(f"{QUEUE}?q=player-25", QUEUE) in measured
    for cost in measured.values():
        assert 0 < cost.queries < 10
        assert cost.ratio > 0
