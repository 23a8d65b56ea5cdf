"""The archive: finished public games by month, in files that are written in parts."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.decisions.double_accounts import double_merge
from accounts.models import User
from games.account_events.erasure import person_erase
from games.account_events.export import export_sections
from games.engine import verify_record
from games.models import ArchiveMonth, ArchivePart, Game
from games.records.archive import writing
from games.records.archive.writing import archive_choose, archive_sweep
from games.records.views.archive import DOWNLOADS
from tests.clients import ClientOf
from tests.factories import make_person, make_staff
from tests.games_laid import finished_game, lay_game
from tests.page_texts import main_of, queries_of, words_of

pytestmark = pytest.mark.django_db
OCTOBER = datetime(2025, 10, 1, tzinfo=UTC)
NOVEMBER = datetime(2025, 11, 1, tzinfo=UTC)
FILE = "/archive/2025-10.jsonl.gz"


def ended(people: list[User], at: datetime, **more: Any) -> Game:
    game = finished_game(people, recorded=more.pop("recorded", "single_hand_of_two"), **more)
    Game.objects.filter(pk=game.pk).update(ended_at=at)
    return game


def written() -> int:
    """Run the sweep until the archive is whole; return how often."""
    for number in range(1, 100):
        archive_sweep()
        if not ArchiveMonth.objects.filter(writing__isnull=False).exists():
            return number
    raise AssertionError("the archive is never whole")


def lines(client: Client, address: str = FILE) -> list[dict[str, Any]]:
    raw = body(client, address)
    month = ArchiveMonth.objects.get(month=f"{address[9:16]}-01")
    assert hashlib.sha256(raw).hexdigest() == month.sha256
    assert len(raw) == month.size
    found = [json.loads(line) for line in gzip.decompress(raw).decode().splitlines()]
    assert len(found) == month.games
    return found


def body(client: Client, address: str) -> bytes:
    response: Any = client.get(address, headers={"accept-encoding": "gzip"})
    assert response.status_code == 200
    assert response.headers["Content-Encoding"] == "identity"
    chunks: Iterable[bytes] = response.streaming_content
    return b"".join(chunks)


def names(client: Client) -> list[list[str]]:
    return [[player["name"] for player in record["players"]] for record in lines(client)]


def test_it_has_the_finished_public_games_of_each_month(
    client: Client, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "PART", 2)
    inside = [ended([alice, bob], OCTOBER + timedelta(hours=hour)) for hour in (0, 5, 5, 700, 743)]
    later = ended([alice, bob], NOVEMBER)
    for other in (OCTOBER - timedelta(microseconds=1), timezone.now()):
        ended([alice, bob], other)
    ended([alice, bob], OCTOBER + timedelta(days=2), visibility="private")
    ended([alice, bob], OCTOBER + timedelta(days=2), recorded="cancelled", moderator=make_staff("otto", "moderator"))
    lay_game([alice, bob])
    for _month in range(3):
        written()
    records = lines(client)
    assert [record["id"] for record in records] == [game.public_id for game in inside]
    assert [record["id"] for record in lines(client, "/archive/2025-11.jsonl.gz")] == [later.public_id]
    assert ArchivePart.objects.filter(month__month="2025-10-01").count() == 3
    assert [str(month) for month in ArchiveMonth.objects.order_by("month")] == ["2025-09", "2025-10", "2025-11"]
    assert archive_sweep() == 0
    assert ArchiveMonth.objects.count() == 3


def test_its_lines_are_sound_records(client: Client, alice: User, bob: User) -> None:
    finished = finished_game([alice, bob], recorded="target_10_of_two")
    games = Game.objects.filter(pk=finished.pk)
    moved = timezone.now() - timedelta(days=40)
    games.update(ended_at=moved, started_at=moved - timedelta(days=1))
    written()
    [record] = lines(client, f"/archive/{moved:%Y-%m}.jsonl.gz")
    # Only the end was moved, for this test.
    assert verify_record(record | {"ended_at": record["hands"][-1]["turns"][-1]["at"]}) == []


def test_people_leave_it_and_come_back(client: Client, alice: User, bob: User) -> None:
    ended([alice, bob], OCTOBER)
    ended([alice], OCTOBER + timedelta(days=1), recorded="single_hand_with_bot")
    written()
    assert [row[0] for row in names(client)] == ["alice", "alice"]
    archive_choose(user=alice, shown=False)
    assert [row[0] for row in names(client)] == ["alice", "alice"]
    written()
    assert names(client) == [["Player 1", "bob"]]
    archive_choose(user=bob, shown=False)
    written()
    assert client.get(FILE).status_code == 404
    archive_choose(user=alice, shown=True)
    written()
    assert [row[:1] for row in names(client)] == [["alice"], ["alice"]]
    assert names(client)[0] == ["alice", "Player 2"]
    assert ArchivePart.objects.count() == 1


def test_a_choice_while_a_file_is_written_writes_it_again(client: Client, alice: User, bob: User) -> None:
    ended([alice, bob], OCTOBER)
    archive_sweep()
    archive_choose(user=alice, shown=False)
    written()
    written()
    assert names(client) == [["Player 1", "bob"]]


def test_a_choice_holds_for_games_of_a_merged_account(client: Client, alice: User, bob: User, charlie: User) -> None:
    dora = make_person("dora")
    ended([alice, bob], OCTOBER)
    ended([charlie, dora], OCTOBER + timedelta(days=1))
    archive_choose(user=bob, shown=False)
    written()
    assert names(client) == [["alice", "Player 2"], ["charlie", "dora"]]
    anna = make_staff("anna", "administrator")
    for second, first in (("alice", "charlie"), ("dora", "bob")):
        double_merge(actor=anna, user=User.objects.get(handle=second), handle=first, reason="One person.")
    written()
    assert names(client) == [["alice", "Player 2"], ["charlie", "Player 2"]]
    archive_choose(user=charlie, shown=False)
    written()
    assert client.get(FILE).status_code == 404


def test_a_deleted_account_is_not_named(client: Client, alice: User, bob: User) -> None:
    ended([alice, bob], OCTOBER)
    written()
    person_erase(user=alice, named_games=[])
    User.objects.filter(pk=alice.pk).update(erased_at=timezone.now())
    written()
    assert names(client) == [["Player 1", "bob"]]


def test_one_network_gets_few_files_a_minute(client: Client, alice: User, bob: User) -> None:
    ended([alice, bob], OCTOBER)
    written()
    with time_machine.travel(timezone.now(), tick=False):
        assert {client.get(FILE).status_code for _time in range(DOWNLOADS.most)} == {200}
        refused = client.get(FILE)
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "60")
        assert client.get(FILE, REMOTE_ADDR="192.0.2.7").status_code == 200


def test_a_month_is_written_after_its_end(alice: User, bob: User) -> None:
    ended([alice, bob], timezone.now())
    assert archive_sweep() == 0
    assert ArchiveMonth.objects.count() == 0


def test_the_page_lists_files_with_checksums(client: Client, alice: User, bob: User, client_of: ClientOf) -> None:
    here = reverse("games:archive")
    assert "The first file comes after" in words_of(client.get(here))
    ended([alice, bob], OCTOBER)
    written()
    page = client.get(here)
    assert f'href="{FILE}"' in main_of(page)
    assert ArchiveMonth.objects.get().sha256 in words_of(page)
    assert "Games 1 " in words_of(page)
    assert "You in the archive" not in words_of(page)
    assert "odin-game/1" in client.get("/archive/format/").content.decode()
    assert queries_of(lambda: client.get(here)) == 1
    for wrong in ("/archive/2025-13.jsonl.gz", "/archive/2025-09.jsonl.gz"):
        assert client.get(wrong).status_code == 404


def test_the_switch_is_in_the_settings(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    for page in (reverse("games:export"), reverse("games:archive")):
        assert "Leave archive" in words_of(client.get(page))
    client.post(reverse("games:archive_choice"), {"shown": "0"})
    assert "You left the archive." in words_of(client.get(reverse("games:export")))
    [preferences] = [dict(row) for row in dict(export_sections(alice))["preferences"]]
    assert preferences["archive"] is False
    client.post(reverse("games:archive_choice"), {"shown": "1"})
    assert "Leave archive" in words_of(client.get(reverse("games:archive")))


def test_a_part_costs_the_same_queries_for_any_number_of_games(alice: User, bob: User) -> None:
    def cost(month: int, count: int) -> int:
        for hour in range(count):
            ended([alice, bob], datetime(2024, month, 2, hour, tzinfo=UTC))
        part = queries_of(archive_sweep)
        written()
        return part

    assert cost(1, 1) == cost(2, 6)
