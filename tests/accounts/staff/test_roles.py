"""People who join and leave the staff, and closed accounts."""

import pytest
from django.conf import settings
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from accounts.decisions.account_closing import account_close, account_open
from accounts.decisions.members import role_give, role_take
from accounts.decisions.sanctions import sanction_impose
from accounts.errors import AccountReason, AccountRefused
from accounts.models import AuditEntry, User
from accounts.staff.administrators import administrator_promote
from accounts.staff.roles import PERMISSIONS, Role
from tests.account_mails import mails_leave
from tests.factories import make_person, make_staff
from tests.password import PASSWORD


@pytest.fixture
def anna(db: None) -> User:
    return make_staff("anna", "administrator")


@pytest.fixture
def boss(db: None) -> User:
    return User.objects.create_superuser("boss", "boss@example.org", PASSWORD)


def refusal(service: object, **call: object) -> AccountReason:
    with pytest.raises(AccountRefused) as refused:
        service(**call)  # type: ignore[operator]
    return refused.value.reason


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


def test_a_role_brings_its_permissions_and_the_last_one_taken_the_end(alice: User, anna: User, boss: User) -> None:
    role_give(actor=anna, user=alice, role="helper", reason="She knows the game.")
    assert fresh(alice).is_staff
    assert set(PERMISSIONS[Role.HELPER]) <= fresh(alice).get_all_permissions()
    assert not fresh(alice).has_perm("accounts.ban_person")
    role_give(actor=boss, user=alice, role="cards", reason="For the tournament.")
    assert fresh(alice).has_perm("games.peek_cards")
    role_take(actor=anna, user=alice, role="helper", reason="As she asked.")
    assert not fresh(alice).is_staff
    assert fresh(alice).get_all_permissions() == set()
    given, cards, taken = AuditEntry.objects.order_by("pk")
    assert (given.action, given.person, given.facts) == ("person.role_give", alice.pk, {"role": "helper"})
    assert (cards.facts, taken.action) == ({"role": "cards"}, "person.role_take")


def test_administrators_are_made_by_superusers_alone(alice: User, anna: User, boss: User) -> None:
    call: dict[str, object] = {"user": alice, "role": "administrator", "reason": "x"}
    assert refusal(role_give, actor=anna, **call) == AccountReason.SUPERUSERS_ONLY
    role_give(actor=boss, user=alice, role="administrator", reason="x")
    assert refusal(role_take, actor=anna, **call) == AccountReason.SUPERUSERS_ONLY
    with pytest.raises(PermissionDenied):
        role_give(actor=make_staff("mona", "moderator"), user=make_person("dora"), role="helper", reason="x")


def test_what_makes_no_sense_is_refused(alice: User, anna: User, bob: User, boss: User) -> None:
    assert refusal(role_give, actor=anna, user=anna, role="cards", reason="x") == AccountReason.OWN_ACCOUNT
    assert refusal(role_take, actor=anna, user=anna, role="cards", reason="x") == AccountReason.OWN_ACCOUNT
    assert refusal(role_give, actor=anna, user=alice, role="helper", reason="\u115f") == AccountReason.REASON_MISSING
    assert refusal(role_give, actor=boss, user=alice, role="cards", reason="x") == AccountReason.ROLE_FIRST
    assert refusal(role_take, actor=anna, user=alice, role="helper", reason="x") == AccountReason.HAS_NO_ROLE
    role_give(actor=anna, user=alice, role="helper", reason="x")
    assert refusal(role_give, actor=anna, user=alice, role="helper", reason="x") == AccountReason.HAS_ROLE
    sanction_impose(actor=anna, user=bob, kind="suspend", reason="x", days=2)
    assert refusal(role_give, actor=anna, user=bob, role="helper", reason="x") == AccountReason.SUSPENDED
    assert refusal(account_close, actor=anna, user=alice, reason="x") == AccountReason.STAFF_FIRST
    assert refusal(account_close, actor=anna, user=anna, reason="x") == AccountReason.OWN_ACCOUNT


def test_a_closed_account_opens_again(alice: User, anna: User) -> None:
    account_close(actor=anna, user=alice, reason="Unused.")
    assert not fresh(alice).can_log_in
    assert refusal(account_close, actor=anna, user=alice, reason="x") == AccountReason.CLOSED_ALREADY
    assert refusal(role_give, actor=anna, user=alice, role="helper", reason="x") == AccountReason.CLOSED_ALREADY
    account_open(actor=anna, user=alice, reason="She is back.")
    assert fresh(alice).can_log_in
    assert refusal(account_open, actor=anna, user=alice, reason="x") == AccountReason.OPEN_ALREADY
    assert list(AuditEntry.objects.order_by("pk").values_list("action", flat=True)) == ["person.close", "person.open"]
    with pytest.raises(PermissionDenied):
        account_close(actor=make_staff("mona", "moderator"), user=alice, reason="x")


def test_closed_accounts_learn_the_reason_and_the_appeal(client: Client, alice: User, anna: User) -> None:
    account_close(actor=anna, user=alice, reason="As you asked by letter.")
    mails_leave()
    (told,) = mail.outbox
    assert (told.subject, told.to) == ("Your account is closed", [alice.email])
    assert "As you asked by letter." in told.body
    assert f"{settings.PUBLIC_URL}{reverse('contact')}" in told.body
    page = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD}, follow=True).content.decode()
    assert "This account is closed." in page
    assert "suspended or deleted" not in page
    assert f'href="{reverse("contact")}"' in page.split("<main", 1)[1].split("</main>", 1)[0]


def test_new_staff_are_shown_the_next_steps(alice: User, anna: User) -> None:
    role_give(actor=anna, user=alice, role="helper", reason="She knows the game.")
    mails_leave()
    (told,) = mail.outbox
    assert (told.subject, told.to) == ("You’re on the site team", [alice.email])
    assert "helper: chat and reports" in told.body
    assert f"{settings.PUBLIC_URL}{reverse('admin:index')}" in told.body
    assert "two-factor login" in told.body
    role_give(actor=anna, user=alice, role="moderator", reason="She does it well.")
    mails_leave()
    assert len(mail.outbox) == 1


def test_administrators_let_no_one_open_cards(anna: User, alice: User, boss: User) -> None:
    """They can't even give the permission to a second account of theirs, but any of them may take it away."""
    role_give(actor=anna, user=alice, role="moderator", reason="x")
    call: dict[str, object] = {"user": alice, "role": "cards", "reason": "x"}
    assert refusal(role_give, actor=anna, **call) == AccountReason.SUPERUSERS_FOR_CARDS
    assert not fresh(alice).has_perm("games.peek_cards")
    role_give(actor=boss, **call)  # type: ignore[arg-type]
    role_take(actor=anna, **call)  # type: ignore[arg-type]
    assert not fresh(alice).has_perm("games.peek_cards")


def test_all_administrators_hear_who_may_open_cards(anna: User, alice: User, boss: User) -> None:
    make_staff("mona", "moderator")
    role_give(actor=boss, user=alice, role="moderator", reason="x")
    mails_leave()
    mail.outbox.clear()
    role_give(actor=boss, user=alice, role="cards", reason="For the tournament.")
    mails_leave()
    assert sorted(letter.to[0] for letter in mail.outbox) == [anna.email, boss.email]
    assert {letter.subject for letter in mail.outbox} == {"alice can view hidden cards"}
    assert "boss has let alice view the hidden cards" in mail.outbox[0].body
    assert "For the tournament." in mail.outbox[0].body


def test_they_hear_of_superusers_too(anna: User, alice: User) -> None:
    administrator_promote(user=alice, email=alice.email)
    mails_leave()
    (told,) = mail.outbox
    assert told.to == [anna.email]
    assert "alice was given every right on the server" in told.body
