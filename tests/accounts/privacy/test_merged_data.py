"""Data of merged accounts belongs to the person."""

import json
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.decisions.double_accounts import double_merge
from accounts.models import Appeal, AuditEntry, ErasedHandle, NetworkTrace, Sanction, User
from accounts.privacy.erasure import account_erase, account_erase_by, handle_was_erased
from accounts.privacy.export import export_json
from games.models import ChatLine, Game, Report
from tests.factories import make_person, make_staff, rng_of, take_turn
from tests.games_laid import lay_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(db: None) -> User:
    return make_staff("anna", "administrator")


@pytest.fixture
def merged(alice: User, bob: User, charlie: User, anna: User) -> Game:
    """Alice played, wrote and reported before she was merged into bob; so did charlie."""
    game = lay_game([alice, make_person("dora")])
    take_turn(game, rng_of(1))
    take_turn(game, rng_of(2))
    at = timezone.now()
    ChatLine.objects.create(game=game, user=alice, text="I am Alice Liddell", created_at=at)
    Report.objects.create(kind="game", reporter=alice, game=game, text="Dora knows my street", created_at=at)
    NetworkTrace.objects.create(user=alice, address="192.0.2.7", first_seen_at=at, last_seen_at=at)
    sanction = Sanction.objects.create(user=alice, kind="warn", by=anna, reason="alice, be kind", created_at=at)
    Appeal.objects.create(sanction=sanction, text="I live in Wonderland", created_at=at)
    double_merge(actor=anna, user=charlie, handle="alice", reason="One person.")
    double_merge(actor=anna, user=alice, handle="bob", reason="One person.")
    return game


def test_the_file_holds_what_all_accounts_of_the_person_did(merged: Game, bob: User) -> None:
    data = json.loads("".join(export_json(bob)))
    assert data["account"]["handle"] == "bob"
    assert {row["handle"] for row in data["merged_accounts"]} == {"alice", "charlie"}
    addresses = {row["email"] for row in data["addresses"]}
    assert addresses == {"alice@example.org", "bob@example.org", "charlie@example.org"}
    assert [line["text"] for line in data["chat"]] == ["I am Alice Liddell"]
    assert [row["text"] for row in data["reports"]] == ["Dora knows my street"]
    assert [row["text"] for row in data["appeals"]] == ["I live in Wonderland"]
    assert [row["address"] for row in data["networks"]] == ["192.0.2.7"]
    assert [row["in_game"] for row in data["turns"]] == [merged.public_id]
    assert [row["in_game"] for row in data["seats"]] == [merged.public_id]
    assert "double.merge" in {row["action"] for row in data["acts_of_staff"]}


def test_erasing_erases_all_accounts_of_the_person(merged: Game, bob: User) -> None:
    Game.objects.filter(pk=merged.pk).update(name="Alice’s table")
    account_erase(user=bob)
    merged.refresh_from_db()
    assert merged.name == ""
    people = User.objects.filter(is_staff=False, erased_at__isnull=False)
    assert people.count() == 3
    for person in people:
        assert (person.handle, person.email) == (f"erased-{person.pk}", "")
    for handle in ("alice", "bob", "charlie"):
        assert handle_was_erased(handle=handle)
    assert not EmailAddress.objects.filter(user__in=people).exists()
    assert not NetworkTrace.objects.exists()
    assert ChatLine.objects.get().text == Report.objects.get().text == Appeal.objects.get().text == ""
    assert "alice" not in Sanction.objects.get().reason
    assert merged.seats.get(number=0).resigned_at is not None


def test_administrators_erase_all_of_them_and_the_book_says_so(merged: Game, bob: User, anna: User) -> None:
    account_erase_by(actor=anna, user=bob, reason="He asked.")
    erased = AuditEntry.objects.filter(action="person.erase").values_list("person", flat=True)
    assert set(erased) == set(User.objects.filter(erased_at__isnull=False).values_list("pk", flat=True))
    assert len(erased) == 3


def test_an_account_that_was_erased_before_stays_as_it_is(merged: Game, alice: User, bob: User, anna: User) -> None:
    account_erase_by(actor=anna, user=alice, reason="She asked.")
    first = User.objects.get(pk=alice.pk).erased_at
    assert User.objects.get(pk=bob.pk).erased_at is None
    assert ErasedHandle.objects.count() == 1
    assert first is not None
    account_erase(user=bob)
    assert User.objects.get(pk=alice.pk).erased_at == first
    assert timezone.now() - first < timedelta(minutes=5)
