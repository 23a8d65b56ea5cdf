"""Push ends with the login of the browser that asked for it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.sign_in.guests import BACKEND, guest_make
from accounts.sign_in.sessions import sessions_forget
from games.errors import Refused
from games.models import Notice, PushSubscription
from games.notices.devices import subscription_add
from games.notices.errors import ChannelReason
from games.notices.staleness import NO_TARGET, stale_reason
from games.outbox.channels import own_devices
from tests.account_mails import leaving_after_requests
from tests.factories import make_game
from tests.notices.outward.targets import make_browser, make_notice, text_of
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

NEW = "gl1mmer-of-fjords"


def enter(user: User) -> Client:
    client = Client()
    client.post(reverse("account_login"), {"login": user.handle, "password": PASSWORD})
    return client


def switch_on(client: Client) -> PushSubscription:
    browser = make_browser()
    sent = {"p256dh": browser.p256dh, "auth": text_of(browser.auth)}
    answer = client.post(reverse("games:push_subscribe"), sent | {"endpoint": f"https://push.example/{browser.p256dh}"})
    assert answer.status_code == 200, answer.content
    return PushSubscription.objects.latest("pk")


def log_out(phone: Client, desk: Client) -> None:
    phone.post(reverse("account_logout"))


def log_out_elsewhere(phone: Client, desk: Client) -> None:
    desk.post(reverse("accounts:sessions_end"))


def log_out_one(phone: Client, desk: Client) -> None:
    other = UserSession.objects.get(session_key=phone.session.session_key)
    desk.post(reverse("accounts:session_end", args=[other.pk]))


def change_password(phone: Client, desk: Client) -> None:
    chosen = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert desk.post(reverse("account_change_password"), chosen).status_code == 302


def reset_password(phone: Client, desk: Client) -> None:
    stranger = Client()
    with leaving_after_requests():
        stranger.post(reverse("account_reset_password"), {"email": "alice@example.org"})
    link = next(word for word in str(mail.outbox[-1].body).split() if "/reset/key/" in word)
    page = stranger.get(link, follow=True)
    stranger.post(page.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})
    desk.get("/settings/")


def log_in_as_other(phone: Client, desk: Client) -> None:
    phone.post(reverse("account_logout"))
    phone.post(reverse("account_login"), {"login": "bob", "password": PASSWORD})


def expire(phone: Client, desk: Client) -> None:
    Session.objects.filter(pk=phone.session.session_key).update(expire_date=timezone.now() - timedelta(seconds=1))


def change_by_console(phone: Client, desk: Client) -> None:
    """Change the password as `manage.py changepassword` does: sessions stay as rows, and are invalid."""
    user = User.objects.get(handle="alice")
    user.set_password(NEW)
    user.save()


ENDS = [
    *(log_out, log_out_elsewhere, log_out_one, log_in_as_other, expire),
    *(change_password, reset_password, change_by_console),
]


@pytest.mark.parametrize("end", ENDS)
def test_a_browser_that_is_logged_out_gets_no_push(
    alice: User, bob: User, end: Callable[[Client, Client], None]
) -> None:
    phone, desk = enter(alice), enter(alice)
    device, game = switch_on(phone), make_game([alice, bob])
    assert list(own_devices(alice)) == [device]
    waiting = make_notice(game, alice, subscription=device)
    assert stale_reason(waiting) != NO_TARGET
    end(phone, desk)
    assert not list(own_devices(User.objects.get(pk=alice.pk)))
    late = Notice.objects.get(pk=waiting.pk)
    assert stale_reason(late) == NO_TARGET


def test_the_browser_that_chooses_a_password_goes_on(alice: User) -> None:
    phone, desk = enter(alice), enter(alice)
    device, _other = switch_on(desk), switch_on(phone)
    before = desk.session.session_key
    change_password(phone, desk)
    assert desk.session.session_key != before
    assert own_devices(User.objects.get(pk=alice.pk)) == [device]
    # The list of devices has this one too, and the row of the other is gone.
    assert [row.session_key for row in UserSession.objects.filter(user=alice)] == [desk.session.session_key]
    assert Session.objects.count() == 1
    log_out(desk, desk)
    assert not PushSubscription.objects.exists()


def test_a_guest_who_adds_a_password_keeps_push(client: Client) -> None:
    guest = guest_make(handle="signy", time_zone="UTC", language="en")
    client.force_login(guest, backend=BACKEND)
    device = switch_on(client)
    added = {"email": "signy@example.org", "password": NEW}
    assert client.post(reverse("accounts:keep"), added).status_code == 302
    assert own_devices(User.objects.get(pk=guest.pk)) == [device]


def test_what_expired_is_deleted_with_its_session(alice: User) -> None:
    phone = enter(alice)
    switch_on(phone)
    expire(phone, phone)
    sessions_forget()
    assert not PushSubscription.objects.exists()


def test_a_login_that_is_used_lasts(alice: User) -> None:
    phone = enter(alice)
    session = Session.objects.get(pk=phone.session.session_key)
    phone.get("/settings/")
    assert Session.objects.get(pk=session.pk).expire_date == session.expire_date
    with time_machine.travel(timezone.now() + timedelta(days=13)):
        assert phone.get("/settings/").cookies[settings.SESSION_COOKIE_NAME].value == session.pk
    with time_machine.travel(timezone.now() + timedelta(days=26)):
        assert phone.get("/settings/").status_code == 200
    with time_machine.travel(timezone.now() + timedelta(days=41)):
        assert phone.get("/settings/").status_code == 302


def test_a_browser_that_logs_out_at_the_same_time_is_refused(alice: User) -> None:
    browser = make_browser()
    with pytest.raises(Refused) as refused:
        subscription_add(
            user=alice,
            session_key="ended",
            endpoint="https://push.example/x",
            p256dh=browser.p256dh,
            auth=text_of(browser.auth),
        )
    assert refused.value.reason == ChannelReason.LOGGED_OUT
