"""Lists: their columns, finding rows, and staying fast with any number of rows."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from http import HTTPStatus

import pytest
from django.contrib import admin
from django.db import connection, transaction
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.staff.staff_pages import LISTED, StaffPages
from games.models import Deadline, Game, Hand, Move, Notice, Seat
from tests.admin.conftest import Scene
from tests.admin.every_page import found, page_of
from tests.bench.million.load import site_load
from tests.bench.million.plan import handle_of
from tests.bench.pages import BUSY, site_of

pytestmark = pytest.mark.django_db


def queries(games: int, paths: Iterable[str], *, rows: int) -> dict[str, int]:
    """The number of queries of each of these lists, on a site of so many games, with so many rows on a page. Nothing is
    kept.
    """
    with pytest.MonkeyPatch.context() as patch, transaction.atomic():
        for pages in admin.site._registry.values():
            patch.setattr(pages, "list_per_page", rows)
        browser = site_of(str(connection.settings_dict["NAME"]), site_load(games)).browser
        # It reads what all pages cache for some seconds.
        browser.get(reverse("admin:index"))
        found = {}
        for path in paths:
            with CaptureQueriesContext(connection) as captured:
                status = browser.get(path).status_code
            # If there is only one row, its page replaces the list.
            if status != HTTPStatus.FOUND:
                assert status == HTTPStatus.OK, path
                found[path] = len(captured)
        transaction.set_rollback(True)
    return found


def lists() -> Iterator[str]:
    """The addresses of each list, and of a search in it for a person who plays a lot."""
    for model, pages in admin.site._registry.items():
        yield page_of(model, "changelist")
        if pages.search_fields:
            yield f"{page_of(model, 'changelist')}?q={handle_of(BUSY)}"


@pytest.mark.whole
@override_settings(ALLOWED_HOSTS=["localhost"])
def test_more_rows_cost_no_more_queries() -> None:
    few, many = queries(20, lists(), rows=3), queries(40, lists(), rows=9)
    # Values cached for some seconds may have expired by then.
    if again := [path for path in few if few[path] != many.get(path)]:
        few, many = few | queries(20, again, rows=3), many | queries(40, again, rows=9)
    assert few == many
    assert "/admin/games/game/?q=busy-3" in many
    assert max(many.values()) <= 10, [page for page in many if many[page] > 10]


@pytest.mark.whole
def test_a_list_counts_no_further_than_it_reaches(scene: Scene, boss: Client) -> None:
    at = timezone.now()
    person = scene.people[0]
    Notice.objects.bulk_create(
        Notice(
            kind="turn", game=scene.running, user=person, version=10_000 + number, created_at=at, due_at=at,
            status="sent", sent_at=at,
        )
        for number in range(LISTED)
    )  # fmt: skip
    oldest = Notice.objects.filter(game=scene.offer).order_by("pk")[0]
    with CaptureQueriesContext(connection) as captured:
        answer = boss.get(page_of(Notice, "changelist"))
    assert answer.context["cl"].result_count == LISTED
    assert len(answer.context["cl"].result_list) == 50
    counts = [query["sql"] for query in captured if "COUNT(" in query["sql"] and "games_notice" in query["sql"]]
    assert len(counts) == 1
    assert f"LIMIT {LISTED}" in counts[0]
    assert oldest in found(boss, Notice, q=scene.offer.public_id)


def test_a_game_is_found_by_its_id_and_by_its_host(scene: Scene, boss: Client) -> None:
    assert found(boss, Game, q=scene.given_up.public_id) == [scene.given_up]
    assert found(boss, Game, q="ALICE") == [scene.offer, scene.given_up, scene.running]
    assert found(boss, Game, q=scene.given_up.public_id[:-1]) == []
    assert found(boss, Game, q="ali") == []
    # By players with a seat, given up or not.
    assert found(boss, Game, q="bob") == [scene.given_up, scene.running]
    assert found(boss, Game, q="Charlie") == [scene.given_up]
    assert found(boss, Game, q=f"https://odin.example/g/{scene.running.public_id}/?hand=1") == [scene.running]
    assert found(boss, Game, q="/g/nonesuch/") == []


def test_what_belongs_to_a_game_is_found_by_its_id(scene: Scene, boss: Client) -> None:
    game = scene.running
    assert found(boss, Hand, q=game.public_id) == list(game.hands.order_by("-pk"))
    assert found(boss, Seat, q=game.public_id) == list(game.seats.order_by("-pk"))
    assert found(boss, Move, q=game.public_id) == list(Move.objects.filter(hand__game=game).order_by("-pk")[:50])


def test_lists_count_seats_from_one(scene: Scene, boss: Client) -> None:
    game = scene.running
    rows = {
        "seat": (Seat, "in_seat"),
        "turn": (Move, "in_seat"),
        "hand": (Hand, "led_by"),
        "game": (Game, "seat_to_act"),
    }
    shown = {
        name: re.findall(
            rf'field-{column}">(.)<', boss.get(page_of(model, "changelist"), {"q": game.public_id}).content.decode()
        )
        for name, (model, column) in rows.items()
    }
    turns = Move.objects.filter(hand__game=game).order_by("-pk")[:50]
    acting = Game.objects.get(pk=game.pk).to_act
    assert acting is not None
    assert shown == {
        "seat": ["2", "1"],
        "turn": [str(turn.seat + 1) for turn in turns],
        "hand": [str(hand.leader + 1) for hand in game.hands.order_by("-pk")],
        "game": [str(acting + 1)],
    }


def test_seats_are_found_by_the_person(scene: Scene, boss: Client) -> None:
    charlie = scene.people[2]
    assert found(boss, Seat, q=" Charlie ") == list(Seat.objects.filter(user=charlie))


def test_accounts_are_found_by_how_a_handle_begins_or_by_an_address(scene: Scene, boss: Client) -> None:
    alice = scene.people[0]
    assert found(boss, User, q="ALI") == [alice]
    assert found(boss, User, q="Alice@Example.org") == [alice]
    assert found(boss, User, q="lice") == []
    assert found(boss, User, q="alice@example") == [alice]


def test_games_are_filtered_by_status(scene: Scene, boss: Client) -> None:
    assert found(boss, Game, status__exact="open") == [scene.offer]
    assert found(boss, Game, status__exact="running") == [scene.given_up, scene.running]


def test_the_column_of_games_is_called_so_in_the_readers_language(scene: Scene, boss: Client) -> None:
    User.objects.filter(handle="boss").update(language="de")
    page = boss.get(page_of(Game, "changelist")).content.decode()
    assert re.findall(r'<th scope="col"[^>]*>(.*?)</th>', page)[0] == "Partie"


def test_a_games_pace_and_deadline_are_shown_where_there_is_one(scene: Scene, boss: Client) -> None:
    Deadline.objects.update_or_create(
        game=scene.running,
        defaults={
            "seat": 0, "version": 1, "since": timezone.now(), "left": timedelta(days=1), "zone": "UTC",
            "due_at": datetime(2031, 5, 6, 7, 8, tzinfo=UTC),
        },
    )  # fmt: skip
    Deadline.objects.filter(game=scene.offer).delete()
    for path in (page_of(Game, "changelist"), page_of(Game, "change", scene.running.pk)):
        page = boss.get(path).content.decode()
        assert "1 day a turn" in page
        assert "6 May 2031" in page
    assert not re.search(r"\b2031\b", boss.get(page_of(Game, "change", scene.offer.pk)).content.decode())
    assert found(boss, Game, pace__exact="3m") == []
    assert len(found(boss, Game, pace__exact="1d")) == 3


def test_sent_failed_and_retried_mails_are_distinguished(scene: Scene, boss: Client) -> None:
    at = timezone.now()
    waiting, sent, failed, again = Notice.objects.order_by("pk")[:4]
    Notice.objects.filter(pk=sent.pk).update(status="sent", sent_at=at, attempts=1)
    Notice.objects.filter(pk=failed.pk).update(status="failed", reason="550 no such box", attempts=6)
    Notice.objects.filter(pk=again.pk).update(attempts=2, due_at=at + timedelta(minutes=5))
    assert found(boss, Notice, status__exact="sent") == [sent]
    assert found(boss, Notice, status__exact="failed") == [failed]
    assert found(boss, Notice, retried="yes") == [again, failed]
    once = found(boss, Notice, retried="no")
    assert waiting in once
    assert sent in once
    assert len(once) == Notice.objects.count() - 2
    page = boss.get(page_of(Notice, "changelist")).content.decode()
    assert "550 no such box" in page


def test_a_filter_by_a_null_character_is_no_error(boss: Client) -> None:
    boss.raise_request_exception, asked = False, 0
    pages = [page for page in admin.site._registry.values() if isinstance(page, StaffPages)]
    for page in pages:
        address = reverse(f"admin:{page.opts.app_label}_{page.opts.model_name}_changelist")
        for listed in page.list_filter:
            name = f"{listed}__exact" if isinstance(listed, str) else getattr(listed, "parameter_name", None)
            if name is not None:
                asked += 1
                assert boss.get(f"{address}?{name}=%00").status_code < 500, (address, name)
    assert asked > 30
