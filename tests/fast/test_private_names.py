"""The fast path uses no undocumented name of a library but those that its README lists, and each exists."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Model
from django.db.models.base import ModelState

from games.models import Game, Seat

ROOM: Final = settings.BASE_DIR / "accounts" / "fast"
LISTED: Final = set(re.findall(r"`(?:\w+\.)?(\w+)`", (ROOM / "README.md").read_text().partition("## Private names")[2]))
# Of our own classes, and what the README names besides.
OWN: Final = {"__init__", "__dict__", "__new__", "__future__", "_meta", "_state"}
USED: Final = re.compile(r"\.(_\w+)")


def compiler() -> Any:
    seats = Seat.objects.select_related("held_by").annotate(again=F("number"))
    found = seats.query.get_compiler("default")
    found.as_sql()
    return found


@pytest.mark.django_db
def test_each_name_exists_and_means_what_it_is_used_for() -> None:
    made = compiler()
    assert made.klass_info["model"] is Seat
    assert {"select_fields", "related_klass_infos"} <= set(made.klass_info)
    (related,) = made.klass_info["related_klass_infos"]
    assert {"local_setter", "remote_setter"} <= set(related)
    assert set(made.annotation_col_map) == {"again"}
    assert made.get_converters([column[0] for column in made.select]) is not None
    assert vars(ModelState()) == {}
    rows: Any = Seat.objects.values_list("pk")
    assert rows._fields == ("pk",)
    every: Any = Seat.objects.all()
    assert every._fields is None
    assert (rows._result_cache, rows._prefetch_done) == (None, False)
    with connection.wrap_database_errors:
        pass
    hooks: Any = connection.run_on_commit
    with transaction.atomic():
        transaction.set_rollback(True)
    assert connection.run_on_commit is not hooks


@pytest.mark.django_db
def test_rows_given_as_prefetched_are_asked_no_more(game: Game, django_assert_num_queries: Any) -> None:
    found: Any = Game.objects.prefetch_related("seats").get()
    assert set(found._prefetched_objects_cache) == {"seats"}
    with django_assert_num_queries(0):
        assert len(found.seats.all()) == 2


def test_all_that_are_used_are_listed() -> None:
    used = {name for path in ROOM.glob("*.py") for name in own_names_left_out(path.read_text())}
    assert used <= LISTED
    assert {"get_compiler", "klass_info", "ModelState", "wrap_database_errors", "run_on_commit"} <= LISTED
    assert issubclass(Game, Model)


def own_names_left_out(code: str) -> set[str]:
    """Private attributes of other objects than `self`."""
    return set(USED.findall(re.sub(r"\bself\._\w+|self\._", "", code))) - OWN
