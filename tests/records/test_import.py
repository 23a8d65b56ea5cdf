"""Games that were played elsewhere: only sound records come in, as private replays."""

from __future__ import annotations

import json
import tracemalloc
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEntry, User
from games.account_events.erasure import person_erase
from games.account_events.export import export_sections
from games.engine import verify_record
from games.errors import Refused
from games.history.record import game_record
from games.models import Game, ImportedRecord, Rating, SeatFigures
from games.moderation.imported import imported_withdraw
from games.records import services
from games.records.errors import NoSuchRecord, RecordReason
from games.records.reading import read_import
from games.records.selectors import record_replay, seen_record
from games.records.services import record_delete, record_import, record_share, records_merge
from tests.api.programs import program_of
from tests.clients import ClientOf
from tests.factories import make_staff
from tests.games_laid import finished_game
from tests.page_texts import main_of, queries_of, words_of
from tests.records.played_elsewhere import DAMAGED, as_file, damaged, one_record, put, sound_records

pytestmark = pytest.mark.django_db
PAGE = "/records/"


def imported(user: User, *, seed: int = 81, title: str = "") -> ImportedRecord:
    return record_import(user=user, raw=as_file(one_record(seed)), title=title)


def hands_without_points() -> dict[str, Any]:
    """Sound records with a voided hand, which may leave its points out."""
    found = sound_records()
    for record in found.values():
        for hand in record["hands"]:
            if not hand["points"]:
                del hand["points"]
    return {name: record for name, record in found.items() if any("points" not in hand for hand in record["hands"])}


def address(row: ImportedRecord, name: str = "imported_replay") -> str:
    return reverse(f"games:{name}", args=[row.token])


def upload(client: Client, raw: bytes, title: str = "") -> Any:
    return client.post(PAGE, {"file": SimpleUploadedFile("game.json", raw), "title": title})


def test_a_hand_may_leave_its_points_out(alice: User) -> None:
    records = hands_without_points()
    assert len(records) >= 3
    for name, record in records.items():
        row = record_import(user=alice, raw=as_file(record), title=name[:40])
        for hand in record["hands"]:
            assert record_replay(row, hand["number"]).last == len(hand["turns"]), (name, hand["number"])


def test_sound_records_come_in_and_each_hand_is_replayed(alice: User) -> None:
    records = sound_records()
    assert len(records) >= 25
    for name, record in records.items():
        row = record_import(user=alice, raw=as_file(record), title=name[:40])
        row.refresh_from_db()
        assert verify_record(row.record) == [], name
        for hand in row.record["hands"]:
            replay = record_replay(row, hand["number"])
            assert replay.last == len(hand["turns"]), (name, hand["number"])
            assert [player.handle for player in replay.players] == [""] * len(record["players"])
    assert Game.objects.count() == Rating.objects.count() == SeatFigures.objects.count() == 0


@pytest.mark.parametrize(("raw", "code", "said"), [row[1:] for row in DAMAGED], ids=[row[0] for row in DAMAGED])
def test_a_damaged_record_is_refused_with_its_reason(raw: bytes, code: str, said: str, alice: User) -> None:
    with pytest.raises(Refused) as refused:
        record_import(user=alice, raw=raw)
    assert refused.value.code == code
    assert said in str(refused.value.words)
    assert ImportedRecord.objects.count() == 0


def test_there_are_forty_damaged_records() -> None:
    assert len(DAMAGED) >= 40


def test_only_known_fields_are_stored() -> None:
    record = one_record()
    record["more"] = {"\x00": "\ud800"}
    record["hands"][0]["note"] = "x"
    stored = read_import(as_file(record))
    assert "more" not in stored
    assert "note" not in stored["hands"][0]
    assert stored["result"] == record["result"]


def test_a_program_imports_with_the_scope_play(alice: User) -> None:
    program = program_of(alice, "play")
    made = program.post("records?title=My+best", one_record())
    row = ImportedRecord.objects.get(owner=alice)
    assert program.status == 201
    assert made == {"id": row.token, "title": "My best", "address": address(row)}
    again = program.post("records", one_record())
    assert (program.status, again["error"]) == (409, "record_twice")
    wrong = program.post("records", {"format": "odin-game/1"})
    assert (program.status, wrong["error"]) == (422, "record_unsound")
    assert "options is missing" in wrong["detail"]
    large = program.post("records", {"more": "x" * 10_000_000})
    assert (program.status, large["error"]) == (413, "record_too_large")
    program.post("records?title=" + "x" * 61, one_record(83))
    assert program.status == 422
    read_only = program_of(alice, "read")
    read_only.post("records", one_record(84))
    assert read_only.status == 403
    assert ImportedRecord.objects.count() == 1


def test_the_form_imports_and_says_what_is_wrong(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    assert "You have no imported games yet." in words_of(client.get(PAGE))
    wrong = upload(client, damaged(put("pass", "hands", 0, "turns", 0, "turn")))
    assert wrong.status_code == 422
    assert "This game record has a fault: hand 1: turn 1, 'pass' of seat" in words_of(wrong)
    assert upload(client, b"x" * 1_500_000).status_code == 413
    assert "Choose a file." in words_of(client.post(PAGE, {}))
    assert "Use only visible characters." in words_of(upload(client, as_file(one_record()), "a\u202eb"))
    made = upload(client, as_file(one_record()), "Final on Sunday")
    assert made.headers["Location"] == address(ImportedRecord.objects.get())
    assert "Final on Sunday" in words_of(client.get(PAGE))


def test_it_is_marked_and_its_names_are_no_accounts(alice: User, client_of: ClientOf) -> None:
    record = one_record()
    record["players"][1]["name"] = "alice"
    row = record_import(user=alice, raw=as_file(record))
    page = client_of(alice).get(address(row) + "?turn=2")
    assert "Imported by alice. The names are those in the game record. They aren’t accounts" in words_of(page)
    assert reverse("games:profile", args=["alice"]) not in main_of(page)
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert client_of(alice).get(address(row) + "?hand=99").status_code == 404
    sent = client_of(alice).get(address(row, "imported_record_file"))
    assert verify_record(json.loads(sent.content)) == []


def test_it_is_private_until_it_is_shared(alice: User, bob: User, client: Client, client_of: ClientOf) -> None:
    row, others = imported(alice), client_of(bob)
    for name in ("imported_replay", "imported_record_file"):
        assert others.get(address(row, name)).status_code == 404
    assert "/login/" in client.get(address(row)).headers["Location"]
    for act in ("share", "hide", "delete"):
        assert others.post(address(row, "imported_change"), {"act": act}).status_code == 404
    assert not ImportedRecord.objects.get().is_shared
    own = client_of(alice)
    own.post(address(row, "imported_change"), {"act": "share"})
    shared = client.get(address(row))
    assert "Imported by alice." in words_of(shared)
    assert "Delete" not in words_of(shared)
    assert f'href="{reverse("games:report")}?player=alice"' in main_of(others.get(address(row)))
    own.post(address(row, "imported_change"), {"act": "hide"})
    assert others.get(address(row)).status_code == 404
    own.post(address(row, "imported_change"), {"act": "delete"})
    assert ImportedRecord.objects.count() == 0


def test_a_game_of_this_site_is_not_imported(alice: User, bob: User) -> None:
    """Otherwise one player could publish a private game alone."""
    game = finished_game([alice, bob], recorded="target_10_of_two", visibility="private")
    record = game_record(Game.objects.get(pk=game.pk), alice)
    assert refusal(alice, as_file(record)) is RecordReason.PLAYED_HERE


def test_limits(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    imported(alice)
    assert refusal(alice, as_file(one_record())) is RecordReason.TWICE
    monkeypatch.setattr(services, "MOST_STORED", 1)
    assert refusal(alice, as_file(one_record(90))) is RecordReason.TOO_MANY
    monkeypatch.setattr(services, "MOST_STORED", 9)
    monkeypatch.setattr(services, "MOST_A_DAY", 1)
    assert refusal(alice, as_file(one_record(90))) is RecordReason.TOO_OFTEN
    User.objects.filter(pk=bob.pk).update(is_guest=True)
    assert refusal(bob, as_file(one_record())) is RecordReason.GUEST


def refusal(user: User, raw: bytes) -> object:
    with pytest.raises(Refused) as refused:
        record_import(user=user, raw=raw)
    return refused.value.reason


def test_a_suspended_persons_games_are_shown_to_nobody_else(alice: User, bob: User) -> None:
    row = imported(alice)
    record_share(user=alice, token=row.token, shared=True)
    assert seen_record(row.token, bob).pk == row.pk
    User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now() + timedelta(days=3))
    with pytest.raises(NoSuchRecord):
        seen_record(row.token, bob)


def test_moderators_withdraw_a_shared_game(alice: User, bob: User) -> None:
    row, mona = imported(alice), make_staff("mona", "moderator")
    with pytest.raises(Refused):
        imported_withdraw(actor=mona, imported_id=row.pk, reason="Private.")
    record_share(user=alice, token=row.token, shared=True)
    imported_withdraw(actor=mona, imported_id=row.pk, reason="Insulting names.")
    with pytest.raises(NoSuchRecord):
        seen_record(row.token, bob)
    with pytest.raises(Refused, match="record_withdrawn"):
        record_share(user=alice, token=row.token, shared=True)
    assert seen_record(row.token, alice).pk == row.pk
    assert AuditEntry.objects.filter(action="imported.withdraw", person=alice.pk).exists()


def test_a_withdrawn_game_stays_withdrawn_if_it_is_imported_again(alice: User, bob: User) -> None:
    row = imported(alice)
    record_share(user=alice, token=row.token, shared=True)
    imported_withdraw(actor=make_staff("mona", "moderator"), imported_id=row.pk, reason="Names.")
    record_delete(user=alice, token=row.token)
    again = imported(alice)
    with pytest.raises(Refused) as caught:
        record_share(user=alice, token=again.token, shared=True)
    assert caught.value.reason is RecordReason.WITHDRAWN
    assert imported(alice, seed=91).withdrawn_at is None
    assert imported(bob).withdrawn_at is None


def test_an_export_has_few_records_in_memory(alice: User) -> None:
    record = one_record()
    withdrawn = {"seat": 0, "turn": "pass", "by": "player", "at": record["started_at"]}
    for hand in record["hands"]:
        hand["withdrawn"] = [withdrawn] * 900
    record = read_import(as_file(record))
    for number in range(20):
        ImportedRecord.objects.create(
            owner=alice, fingerprint=f"{number:064}", record=record, imported_at=timezone.now()
        )
    [rows] = (rows for name, rows in export_sections(user=alice) if name == "imported_games")
    tracemalloc.start()
    assert sum(1 for _row in rows) == 20
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000


def test_export_erasure_and_merge(alice: User, bob: User) -> None:
    row = imported(alice, title="Mine")
    sections = dict(export_sections(alice))
    [exported] = [dict(each) for each in sections["imported_games"]]
    assert (exported["title"], exported["record"]["id"]) == ("Mine", row.record["id"])
    imported(bob)
    kept = imported(bob, seed=91)
    records_merge(first=alice, second=bob)
    assert set(ImportedRecord.objects.values_list("owner", "fingerprint")) == {
        (alice.pk, row.fingerprint),
        (alice.pk, kept.fingerprint),
    }
    person_erase(user=alice, named_games=[])
    assert ImportedRecord.objects.count() == 0


def test_deleting_needs_the_owner(alice: User, bob: User) -> None:
    row = imported(alice)
    with pytest.raises(NoSuchRecord):
        record_delete(user=bob, token=row.token)


def test_queries(alice: User, client_of: ClientOf) -> None:
    row, client = imported(alice), client_of(alice)
    client.get(PAGE)
    lists = queries_of(lambda: client.get(PAGE))
    ImportedRecord.objects.create(owner=alice, fingerprint="1", record={}, imported_at=timezone.now())
    assert queries_of(lambda: client.get(PAGE)) == lists == 4
    assert queries_of(lambda: client.get(address(row))) == 4
