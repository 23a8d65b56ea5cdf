"""While the mail server is down accounts work, and their emails leave afterwards."""

from __future__ import annotations

import re
import socket
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmation_sent
from cryptography.fernet import Fernet
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.mail import outbox
from accounts.models import AccountMail, User
from accounts.privacy.erasure import account_erase
from accounts.sweeps import CLOCKS_DIFFER
from accounts.tasks import mail_send
from tests.account_mails import mails_leave
from tests.embedded.running import wait_until
from tests.factories import make_person
from tests.live.children import free_port, kill, running
from tests.notices.mail_server import Server, part
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

FORM = {"username": "nina", "email": "nina@example.org", "password1": PASSWORD}
Status = AccountMail.Status


class Away:
    def __init__(self) -> None:
        self.address = ("127.0.0.1", free_port())

    def back(self) -> Server:
        return Server(self.address)


@pytest.fixture
def away(settings: Settings) -> Away:
    away = Away()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = away.address
    settings.EMAIL_TIMEOUT = 5
    return away


def sign_up() -> Any:
    return Client().post("/accounts/signup/", FORM, follow=True)


def make_due() -> None:
    AccountMail.objects.update(due_at=timezone.now())


def later() -> None:
    make_due()
    mails_leave()


def the_mail() -> AccountMail:
    return AccountMail.objects.get()


def link_in(server: Server) -> str:
    found = re.search(r"https?://[^/\s]+(/accounts/\S+)", part(server.mails[-1], "plain"))
    assert found is not None
    return found[1]


def test_an_email_that_a_wrong_clock_wrote_is_due(away: Away) -> None:
    """No attempt is put off for so long. The clocks of several machines may differ by less."""
    sign_up()
    longest = outbox.BACK_OFF[-1] + CLOCKS_DIFFER
    with away.back() as server:
        AccountMail.objects.update(due_at=timezone.now() + longest - timedelta(seconds=5))
        assert outbox.mails_queue() == 0
        mail_send(the_mail().pk)
        assert the_mail().status == Status.WAITING
        AccountMail.objects.update(due_at=timezone.now() + timedelta(days=2))
        assert outbox.mails_queue() == 1
        mail_send(the_mail().pk)
        assert len(server.mails) == 1
    assert the_mail().status == Status.SENT


def test_sign_up_answers_as_ever_and_the_mail_leaves_later(away: Away) -> None:
    answer = sign_up()
    assert answer.status_code == 200
    assert "Check your email" in answer.content.decode()
    user = User.objects.get(handle="nina")
    assert user.check_password(PASSWORD)
    assert EmailAddress.objects.get(user=user).primary
    row = the_mail()
    assert (row.status, row.attempts, row.user, row.kind) == (
        *(Status.WAITING, 1, user),
        "account/email/email_confirmation",
    )
    with away.back() as server:
        later()
        assert server.recipients == ["nina@example.org"]
        Client().post(link_in(server), {"password": PASSWORD})
    assert EmailAddress.objects.get(user=user).verified
    assert the_mail().status == Status.SENT


def test_so_does_a_forgotten_password(away: Away, alice: User) -> None:
    answer = Client().post("/accounts/password/reset/", {"email": alice.email}, follow=True)
    assert answer.status_code == 200
    with away.back() as server:
        later()
        assert "/accounts/password/reset/key/" in link_in(server)


def test_so_does_the_login_of_an_account_that_is_not_confirmed(away: Away) -> None:
    make_person("nina", verified=False)
    answer = Client().post("/accounts/login/", {"login": "nina", "password": PASSWORD}, follow=True)
    assert answer.status_code == 200
    assert "Check your email" in answer.content.decode()
    with away.back() as server:
        later()
        assert "/accounts/confirm-email/" in link_in(server)


def test_so_does_a_known_address(away: Away) -> None:
    make_person("nina")
    answer = Client().post("/accounts/signup/", FORM | {"username": "other"}, follow=True)
    assert answer.status_code == 200
    with away.back() as server:
        later()
        assert server.mails[-1]["Subject"] == "You already have an account"


def test_what_fails_leaves_neither_account_nor_mail(away: Away) -> None:
    def break_off(**_signal: Any) -> None:
        assert AccountMail.objects.exists()
        raise RuntimeError

    email_confirmation_sent.connect(break_off)
    try:
        assert Client(raise_request_exception=False).post("/accounts/signup/", FORM).status_code == 500
    finally:
        email_confirmation_sent.disconnect(break_off)
    assert not User.objects.exists()
    assert not EmailAddress.objects.exists()
    assert not AccountMail.objects.exists()


def test_it_is_tried_again_with_longer_waits_and_the_same_message_id(away: Away) -> None:
    sign_up()
    for wait in (*outbox.BACK_OFF, outbox.BACK_OFF[-1]):
        assert abs(the_mail().due_at - timezone.now() - wait) < timedelta(seconds=20)
        later()
    with away.back() as server:
        server.data = [Server.HANG_UP]
        later()
        later()
    assert len({mail["Message-ID"] for mail in server.mails}) == 1
    assert [mail["Auto-Submitted"] for mail in server.mails] == ["auto-generated"] * 2
    assert {mail["Content-Language"] for mail in server.mails} == {"en"}


def test_nothing_is_sent_twice(away: Away) -> None:
    with away.back() as server:
        sign_up()
        mail_send(the_mail().pk)
        later()
    assert len(server.mails) == 1
    assert the_mail().attempts == 1


def test_a_mail_that_a_worker_has_is_no_other_workers(away: Away) -> None:
    sign_up()
    make_due()
    assert outbox.mail_claim(mail_id=the_mail().pk) is not None
    assert outbox.mail_claim(mail_id=the_mail().pk) is None
    assert outbox.mails_queue(limit=10) == 0


@pytest.mark.whole
@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_killed_in_sending_does_not_keep_the_mail(away: Away, tmp_path: Path) -> None:
    sign_up()
    make_due()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        code = f"from accounts.tasks import mail_send as send; send({the_mail().pk})"
        url = f"smtp://127.0.0.1:{silent.getsockname()[1]}"
        with running("manage.py", "shell", "-c", code, log=tmp_path / "worker.log", EMAIL_URL=url) as worker:
            wait_until(lambda: the_mail().status == Status.SENDING, "the worker has the mail")
            kill(worker)
    assert the_mail().due_at > timezone.now()
    with away.back() as server:
        later()
    assert len(server.mails) == 1
    assert (the_mail().status, the_mail().attempts, the_mail().broken_off) == (Status.SENT, 3, 1)


def test_a_mail_on_which_every_worker_dies_has_failed(away: Away) -> None:
    sign_up()
    for _attempt in range(outbox.BROKEN_OFF_MAX):
        make_due()
        outbox.mail_claim(mail_id=the_mail().pk)
    make_due()
    with away.back() as server:
        later()
    assert server.mails == []
    assert (the_mail().status, bytes(the_mail().sealed)) == (Status.FAILED, b"")


def test_what_no_queue_knows_is_found_and_queued_once(away: Away) -> None:
    sign_up()
    make_due()
    assert [outbox.mails_queue(limit=10) for _sweep in range(2)] == [1, 0]


def test_an_address_that_is_none_ends_it(away: Away, alice: User) -> None:
    with away.back() as server:
        server.rcpt = ["550 5.1.1 <alice@example.org> no such mailbox"]
        Client().post("/accounts/password/reset/", {"email": alice.email})
        later()
    assert server.mails == []
    row = the_mail()
    assert (row.status, row.attempts, bytes(row.sealed)) == (Status.FAILED, 1, b"")
    assert row.reason == "the email server refused it: 550 5.1.1 … no such mailbox"
    alice.refresh_from_db()
    assert alice.mail_stopped_at is not None


def test_a_mail_with_a_dead_link_is_not_sent(away: Away) -> None:
    sign_up()
    AccountMail.objects.update(expires_at=timezone.now())
    with away.back() as server:
        later()
    assert server.mails == []
    assert (the_mail().status, bytes(the_mail().sealed)) == (Status.EXPIRED, b"")


def test_a_link_is_sealed_while_it_waits_and_gone_afterwards(away: Away) -> None:
    sign_up()
    sealed = bytes(the_mail().sealed)
    assert b"confirm-email" not in sealed
    assert b"nina" not in sealed
    with away.back():
        later()
    assert bytes(the_mail().sealed) == b""


def test_a_mail_with_a_lost_key_has_failed(away: Away, settings: Settings) -> None:
    sign_up()
    settings.CHAIN_KEYS = [Fernet.generate_key().decode()]
    with away.back() as server:
        later()
    assert server.mails == []
    assert the_mail().status == Status.FAILED


def test_old_rows_are_deleted_once_settled(away: Away) -> None:
    sign_up()
    AccountMail.objects.update(created_at=timezone.now() - outbox.LIFE)
    assert outbox.mails_tidy() == 0
    AccountMail.objects.update(status=Status.SENT)
    assert outbox.mails_tidy() == 1


def test_mails_of_an_erased_account_do_not_leave(away: Away, alice: User) -> None:
    Client().post("/accounts/password/reset/", {"email": alice.email})
    account_erase(user=alice)
    assert not AccountMail.objects.exists()


class CountingHasher(MD5PasswordHasher):
    hashed = 0

    def encode(self, password: str, salt: str) -> str:
        CountingHasher.hashed += 1
        return super().encode(password, salt)


def test_a_known_address_costs_as_much_hashing_as_a_new_one(away: Away, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher"]
    costs = []
    for name in ("nina", "other"):
        before = CountingHasher.hashed
        Client().post("/accounts/signup/", FORM | {"username": name})
        costs.append(CountingHasher.hashed - before)
    assert costs == [1, 1]
