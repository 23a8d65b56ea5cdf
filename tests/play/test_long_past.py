"""Pages of a person with a long past read no more rows than those of one with a short past, and none of the site's
other running games.
"""

from collections.abc import Callable
from datetime import timedelta
from itertools import count
from typing import Any, Final

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.lobby.selectors import own_lists, waiting_ids
from games.lobby.services import NewGame
from games.models import Game, Notice, Report, Seat
from games.moderation.report_selectors import own_reports
from games.notices.sent import notices_to
from games.play.clock.selectors import running_clocks
from games.play.selectors import visible_game
from games.ratings.profile import games_of
from games.ratings.versus import games_together
from tests.bench.growing.costs import explained
from tests.bench.growing.plans import rows_read
from tests.factories import make_game

pytestmark = [pytest.mark.django_db, pytest.mark.whole]

OTHERS, RUNNING, OVER, PAST, SHORT = 600, 12_000, 18_000, 3000, 20
MORE: Final = 40
"""How many rows more a page may read: other games are newer or private."""
# Games like another one, half of them private, and seats in them of `people` in turn.
GAMES: Final = """
INSERT INTO games_game SELECT (jsonb_populate_record(game, jsonb_build_object(
  'id', new, 'public_id', 'past-' || new, 'invite_token', 'past-' || new, 'anchor', 'past-' || new,
  'status', %(status)s::text, 'ended_at', %(ended_at)s::timestamptz, 'settled_at', %(ended_at)s::timestamptz,
  'visibility', CASE WHEN new %% 2 = 0 THEN 'public' ELSE 'private' END
))).* FROM games_game game, generate_series(%(first)s::int, %(last)s::int) new WHERE game.id = %(like)s
"""
SEATS: Final = """
INSERT INTO games_seat SELECT (jsonb_populate_record(seat, jsonb_build_object(
  'id', new, 'game_id', new, 'is_open', %(ended_at)s::timestamptz IS NULL, 'ended_at', %(ended_at)s::timestamptz,
  'user_id', (%(people)s::bigint[])[1 + new %% cardinality(%(people)s::bigint[])],
  'held_by_id', (%(people)s::bigint[])[1 + new %% cardinality(%(people)s::bigint[])]
))).* FROM games_seat seat, generate_series(%(first)s::int, %(last)s::int) new
WHERE seat.game_id = %(like)s AND seat.number = 0
"""
_free: Final = count(1_000_000, 100_000)

Read = Callable[[User, User], object]
READS: Final[dict[str, Read]] = {
    "waiting": lambda person, _other: waiting_ids(person),
    "home": lambda person, _other: own_lists(person),
    "clocks": lambda person, _other: list(running_clocks(person)),
    "private game": lambda person, _other: visible_game(_private(person).public_id, person),
    "reports": lambda person, _other: own_reports(person),
    "sent notifications": lambda person, _other: notices_to(person),
    "profile": lambda person, _other: games_of(person, person),
    "games together": lambda person, other: games_together(person, other, person),
}


def test_a_long_past_and_a_large_site_cost_nothing(alice: User, bob: User) -> None:
    """One test: most of its time goes into the rows."""
    _fill(alice, bob)
    read = {name: (_rows(act, alice, bob), _rows(act, bob, alice)) for name, act in READS.items()}
    assert {name: rows for name, rows in read.items() if rows[0] > rows[1] + MORE} == {}


def _fill(alice: User, bob: User) -> None:
    game = make_game([alice, bob], NewGame(seats=2, target=None))
    others = User.objects.bulk_create(User(handle=f"player-{number}") for number in range(OTHERS))
    _games(game, [other.pk for other in others], RUNNING, over=False)
    _games(game, [other.pk for other in others], OVER, over=True)
    for person, games in ((alice, PAST), (bob, SHORT)):
        first = _games(game, [person.pk], games, over=True)
        at = timezone.now() - timedelta(hours=1)
        for number in range(first, first + 12):
            Report.objects.create(kind="game", reporter=person, game_id=number, text="-", created_at=at)
            Notice.objects.create(
                kind="over", channel="mail", game_id=number, user=person, status="sent", version=1, due_at=at,
                created_at=at, sent_at=at,
            )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _games(like: Game, people: list[int], games: int, *, over: bool) -> int:
    """Insert so many games; returns the first one's id."""
    first = next(_free)
    values: dict[str, Any] = {
        "like": like.pk, "people": people, "first": first, "last": first + games - 1,
        "status": Game.Status.FINISHED.value if over else Game.Status.RUNNING.value,
        "ended_at": timezone.now() if over else None,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(GAMES, values)
        cursor.execute(SEATS, values)
    return first


def _private(person: User) -> Game:
    seats = Seat.objects.filter(user=person, ended_at__isnull=False, game__visibility=Game.Visibility.PRIVATE)
    return seats.select_related("game").order_by("-game")[0].game


def _rows(act: Read, person: User, other: User) -> int:
    queries = explained(lambda: act(person, other))
    return sum(rows_read(query.plan["Plan"], table) for query in queries for table in ("games_game", "games_seat"))
