"""Choices go with a closed account."""

from datetime import date, timedelta

import pytest
from django.db.models import Model
from django.utils import timezone

from accounts.decisions.account_closing import account_close
from accounts.models import User
from accounts.privacy.erasure import account_erase
from games.models import Absence, MailLink, Notice, Preferences, PushSubscription, StandingOrders, Webhook
from games.notices.outcome import outbox_failed, outbox_sent
from games.play.seats.resign import seat_resign
from tests.clients import session_of
from tests.factories import make_game, make_staff

CHOICES: tuple[type[Model], ...] = (Preferences, Absence, Webhook, PushSubscription)
ALL: tuple[type[Model], ...] = (*CHOICES, MailLink, Notice)


@pytest.fixture
def settled(alice: User, bob: User) -> tuple[User, User]:
    at = timezone.now()
    game = make_game([alice, bob])
    for user in (alice, bob):
        Preferences.objects.create(user=user, remind_share=50)
        Absence.objects.create(user=user, first=date(2026, 1, 2), last=date(2026, 1, 3), created_at=at)
        Webhook.objects.create(user=user, kind="slack", sealed_address=b"x", hint="…x", created_at=at)
        PushSubscription.objects.create(
            user=user, session=session_of(user), endpoint_hash=user.handle, sealed_endpoint=b"x", created_at=at
        )
        MailLink.objects.create(
            token_hash=user.handle, game=game, user=user, version=1, account_mark="", created_at=at,
            expires_at=at + timedelta(days=7),
        )  # fmt: skip
    return alice, bob


def owners(model: type[Model]) -> set[int]:
    return set(model._default_manager.values_list("user_id", flat=True))


def test_an_erased_account_leaves_no_choice_behind(settled: tuple[User, User]) -> None:
    alice, bob = settled
    User.objects.filter(pk=alice.pk).update(mail_stopped_at=timezone.now(), mail_stopped_why="alice@example.org: gone")
    account_erase(user=alice)
    for model in ALL:
        assert owners(model) == {bob.pk}
    alice.refresh_from_db()
    assert (alice.mail_stopped_at, alice.mail_stopped_why) == (None, "")


def test_secret_orders_go_with_the_game_and_with_the_account(alice: User, bob: User, charlie: User) -> None:
    over, running = make_game([alice, bob]), make_game([alice, bob, charlie])
    for game in (over, running):
        for seat in game.seats.all():
            StandingOrders.objects.create(seat=seat, go_out=True, changed_at=timezone.now())
    seat_resign(public_id=over.public_id, user=bob)
    assert set(StandingOrders.objects.values_list("seat__game", flat=True)) == {running.pk}
    for user in (alice, bob, charlie):
        account_erase(user=user)
        assert not StandingOrders.objects.filter(seat__user=user).exists()


def test_what_is_just_being_sent_to_an_erased_account_does_no_harm(alice: User, bob: User) -> None:
    make_game([alice, bob])
    row = Notice.objects.filter(user=alice)[0]
    account_erase(user=alice)
    outbox_sent(notice_id=row.pk)
    outbox_failed(notice_id=row.pk, reason="late")
    assert not Notice.objects.filter(user=alice).exists()


def test_a_closed_account_finds_its_choices_again_but_no_link_of_a_mail(settled: tuple[User, User]) -> None:
    alice, bob = settled
    account_close(actor=make_staff("anna", "administrator"), user=alice, reason="As alice asked.")
    assert owners(MailLink) == {bob.pk}
    for model in CHOICES:
        assert owners(model) == {alice.pk, bob.pk}
