"""`manage.py make_admin` makes the first administrator, or says why not."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import AuditEntry, User
from accounts.privacy.erasure import account_erase
from odinsite.embedded.preparation import make_administrator
from tests.accounts.conftest import Login, is_in
from tests.factories import make_person
from tests.live.children import environment
from tests.password import PASSWORD

ROOT = Path(__file__).resolve().parents[3]
WORD = "seven-oars-and-a-sail"


def make(*arguments: str, password: str = WORD) -> str:
    """Run `make_admin`; the password comes from standard input."""
    written = StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", StringIO(f"{password}\n"))
        call_command("make_admin", *arguments, stdout=written)
    return written.getvalue()


def test_a_new_administrator_has_every_right_and_a_confirmed_address(login: Login) -> None:
    assert make("admin", "Jo@Example.org").startswith("admin is an administrator")
    user = User.objects.get(handle="admin")
    assert (user.email, user.is_staff, user.is_superuser, user.is_active) == ("jo@example.org", True, True, True)
    address = EmailAddress.objects.get(user=user)
    assert (address.email, address.verified, address.primary) == ("jo@example.org", True, True)
    assert is_in(login("jo@example.org", WORD))
    assert AuditEntry.objects.get().action == "person.administrator"


def test_a_generated_password_is_shown_and_works(login: Login) -> None:
    written = make("jo", "jo@example.org", "--generate")
    assert is_in(login("jo", written.split()[-1]))


@pytest.mark.parametrize(
    ("handle", "email", "password", "words"),
    [
        ("j o", "jo@example.org", WORD, "Use 2 to 20 characters"),
        ("jo", "jo", WORD, "valid email"),
        ("jo", "", WORD, "needs an e-mail address"),
        ("jo", "ALICE@example.org", WORD, "belongs to another account"),
        ("jolly-bot", "jo@example.org", WORD, "taken, or kept for bots"),
        ("caretaker", "jo@example.org", WORD, "taken, or kept for bots"),
        ("jo", "jo@example.org", "12345678", "only digits"),
        ("jo", "jo@example.org", "", "No password was given"),
        ("jo", "jo", "short", "valid email"),
    ],
)
def test_bad_input_is_one_line_and_makes_nothing(
    alice: User, handle: str, email: str, password: str, words: str
) -> None:
    with pytest.raises(CommandError, match=words) as refused:
        make(handle, email, password=password)
    assert "\n" not in str(refused.value)
    assert list(User.objects.values_list("handle", flat=True)) == ["alice"]
    assert EmailAddress.objects.count() == 1
    assert not AuditEntry.objects.exists()


def test_the_handle_of_an_erased_account_stays_taken(alice: User) -> None:
    account_erase(user=alice)
    with pytest.raises(CommandError, match="taken"):
        make("Alice", "jo@example.org")


def test_an_address_that_another_never_confirmed_is_taken_from_them(db: None) -> None:
    squatter = make_person("squatter", verified=False)
    make("jo", "squatter@example.org")
    squatter.refresh_from_db()
    assert squatter.email == ""
    rows = EmailAddress.objects.order_by("pk").values_list("user__handle", "email", "verified")
    assert list(rows) == [("squatter", "squatter@example.org", False), ("jo", "squatter@example.org", True)]


def test_a_confirmed_account_is_promoted_and_keeps_the_password(alice: User, login: Login) -> None:
    assert "is an administrator now" in make("ALICE", "alice@example.org")
    alice.refresh_from_db()
    assert (alice.is_staff, alice.is_superuser) == (True, True)
    assert is_in(login("alice", PASSWORD))
    assert "Nothing was changed" in make("alice", "alice@example.org")
    assert AuditEntry.objects.count() == 1


def test_an_unconfirmed_account_is_not_promoted(db: None) -> None:
    # Its password may belong to an impostor.
    squatter = make_person("jo", verified=False)
    for address in ("jo@example.org", "other@example.org"):
        with pytest.raises(CommandError, match="confirmed that address"):
            make("jo", address)
    squatter.refresh_from_db()
    assert (squatter.is_staff, squatter.is_superuser) == (False, False)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"is_active": False}, "closed"),
        ({"is_bot": True}, "bot"),
        ({"suspended_until": timezone.now() + timedelta(days=9)}, "suspended"),
    ],
)
def test_accounts_that_cannot_be_used_are_not_promoted(alice: User, changes: dict[str, object], words: str) -> None:
    User.objects.filter(pk=alice.pk).update(**changes)
    with pytest.raises(CommandError, match=words):
        make("alice", "alice@example.org")
    alice.refresh_from_db()
    assert not alice.is_superuser


@pytest.mark.whole
@pytest.mark.django_db(transaction=True)
def test_at_a_terminal_the_password_is_asked_for_twice_without_echo() -> None:
    for second, code, words in ((WORD, 0, "is an administrator"), ("another-word-than-that", 1, "are not the same")):
        screen, terminal = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "manage.py", "make_admin", f"jo{code}", f"jo{code}@example.org"],
            cwd=ROOT,
            env=environment(),
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
        )
        os.close(terminal)
        shown = _typed(screen, [WORD, second])
        assert (process.wait(60), words in shown) == (code, True), shown
        assert WORD not in shown
    assert list(User.objects.values_list("handle", flat=True)) == ["jo0"]


def _typed(screen: int, answers: list[str]) -> str:
    shown = b""
    while True:
        try:
            part = os.read(screen, 4096)
        except OSError:
            # The command has ended.
            break
        shown += part
        if answers and part.rstrip().endswith(b":"):
            os.write(screen, answers.pop(0).encode() + b"\n")
    os.close(screen)
    return shown.decode()


@pytest.mark.django_db
def test_up_makes_its_own_in_the_same_way_and_once(capsys: pytest.CaptureFixture[str]) -> None:
    make_administrator()
    user = User.objects.get()
    assert (user.handle, user.email, user.is_superuser) == ("admin", "admin@localhost", True)
    assert EmailAddress.objects.get(user=user).verified
    printed = re.search(r"admin, password (\S+)", capsys.readouterr().out)
    assert printed
    assert user.check_password(printed[1])
    make_administrator()
    assert capsys.readouterr().out == ""
    assert User.objects.count() == 1
