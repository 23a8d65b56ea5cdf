"""Long work leaves its thread's database connection to others."""

from __future__ import annotations

import pytest
from django.db import connection, transaction

from accounts.models import User
from games.table.advice import turn_advice
from tests.clients import logged_in
from tests.games_laid import lay_game
from tests.page_texts import main_of
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_hint_is_searched_without_one(alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    assert turn_advice(game, game.to_act or 0) is not None
    assert connection.connection is None


def test_a_password_is_hashed_without_one(alice: User) -> None:
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)
    assert connection.connection is None
    alice.refresh_from_db()
    alice.set_password(PASSWORD)
    assert connection.connection is None


def test_a_transaction_keeps_its_own(alice: User) -> None:
    with transaction.atomic():
        alice.refresh_from_db()
        alice.set_password(PASSWORD)
        assert connection.connection is not None
        alice.save()
    assert User.objects.get(pk=alice.pk).check_password(PASSWORD)


def test_pages_with_a_hint_go_on_with_another(alice: User) -> None:
    client = logged_in(alice)
    client.post("/learn/game/", {"action": "start"})
    # The reader leads.
    session = client.session
    session["practice"] |= {"leader": 0, "turns": ""}
    session.save()
    page = client.get("/learn/game/", {"hint": "1"})
    assert page.status_code == 200
    assert 'id="hints"' in main_of(page)
