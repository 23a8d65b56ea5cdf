"""What a superuser decides about an account, and what stays the person's own."""

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission
from django.test import Client

from accounts.models import User
from accounts.services import account_erase
from games.models import Game
from games.services.bot_accounts import bot_user
from tests.admin.conftest import Scene, browser_of
from tests.admin.walking import page_of, words_of

pytestmark = pytest.mark.django_db
OPEN = {"is_active": "on"}


def decide(client: Client, user: User, **form: object) -> int:
    """Send the account's page; the status of the answer. `user` is fresh afterwards."""
    answer = client.post(page_of(User, "change", user.pk), form)
    user.refresh_from_db()
    return answer.status_code


def test_a_superuser_makes_somebody_staff_with_a_group(boss: Client, alice: User) -> None:
    group = Group.objects.create(name="mail clerks")
    group.permissions.add(Permission.objects.get(codename="view_notice"))
    assert decide(boss, alice, is_active="on", is_staff="on", groups=[group.pk]) == 302
    assert alice.is_staff
    assert alice.is_active
    assert alice.has_perm("games.view_notice")


def test_only_rights_are_taken_from_the_form(boss: Client, alice: User) -> None:
    before = User.objects.filter(pk=alice.pk).values().get()
    more = {"email": "x@example.org", "handle": "x", "password": "x", "is_superuser": "on", "is_bot": "on"}
    assert decide(boss, alice, **OPEN, **more) == 302
    assert User.objects.filter(pk=alice.pk).values().get() == before


def test_closing_an_account_gives_up_its_games_and_logs_it_out(scene: Scene, boss: Client) -> None:
    alice = scene.people[0]
    person = Client()
    person.post("/accounts/login/", {"login": "alice", "password": "correct-horse-battery"})
    assert UserSession.objects.filter(user=alice).exists()
    assert decide(boss, alice) == 302
    assert not alice.is_active
    assert not UserSession.objects.filter(user=alice).exists()
    assert person.get("/settings/").status_code == 302
    scene.running.refresh_from_db()
    assert scene.running.status == Game.Status.FINISHED
    assert scene.given_up.seats.get(user=alice).resigned_at is not None
    assert not scene.offer.seats.filter(user=alice).exists()


def test_opening_an_account_again_lets_the_person_in(boss: Client, alice: User) -> None:
    assert decide(boss, alice) == 302
    assert not alice.can_log_in
    assert decide(boss, alice, **OPEN) == 302
    assert alice.can_log_in


def test_nobody_decides_about_themself_a_bot_or_who_is_gone(boss: Client, superuser: User, alice: User) -> None:
    account_erase(user=alice)
    for user in (superuser, bot_user("greedy"), alice):
        before = User.objects.filter(pk=user.pk).values().get()
        assert decide(boss, user, is_staff="on") == 403
        assert User.objects.filter(pk=user.pk).values().get() == before


def test_staff_decide_nothing_whatever_they_are_permitted(staff: User, alice: User) -> None:
    staff.user_permissions.set(Permission.objects.all())
    client = browser_of(staff)
    assert decide(client, alice, is_active="on", is_staff="on") == 403
    assert decide(client, staff, is_active="on", is_staff="on", groups=[]) == 403
    assert not alice.is_staff


def test_accounts_are_neither_added_nor_deleted(boss: Client, alice: User) -> None:
    assert boss.post(page_of(User, "add"), {"handle": "eve"}).status_code == 403
    assert boss.post(page_of(User, "delete", alice.pk), {"post": "yes"}).status_code == 403
    assert User.objects.filter(pk=alice.pk).exists()


def test_the_log_keeps_no_handle_beyond_the_erasure(boss: Client, superuser: User, alice: User) -> None:
    decide(boss, alice, is_active="on", is_staff="on")
    entry = LogEntry.objects.get()
    assert entry.user == superuser
    assert entry.get_change_message() == "Changed Staff."
    assert "alice" not in f"{entry.object_repr} {entry.change_message}"
    assert "Changed Staff." in words_of(boss, page_of(User, "history", alice.pk))
    account_erase(user=alice)
    for path in ("/admin/", page_of(User, "history", alice.pk), page_of(User, "change", alice.pk)):
        assert "alice" not in words_of(boss, path)
