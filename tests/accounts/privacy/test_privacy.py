"""A person's data: exported, erased, managed."""

import json
import random
from functools import partial
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from accounts.decisions.account_closing import account_close
from accounts.decisions.double_accounts import double_mark
from accounts.decisions.sanctions import sanction_impose, sanction_lift
from accounts.errors import AccountReason, AccountRefused
from accounts.models import Appeal, AuditEntry, DoubleAccount, ErasedHandle, NetworkTrace, Sanction, User
from accounts.privacy.erasure import account_erase, account_erase_by
from accounts.privacy.export import export_json
from accounts.privacy.export_note import export_note
from accounts.sign_in.sessions import sessions_end_by
from accounts.sign_in.two_factor_off import two_factor_off
from accounts.staff.audit import audit_write
from accounts.staff.reasons import reason_named
from games.lobby.services import NewGame
from games.models import (
    CannedAnswer,
    ChatLine,
    Friendship,
    Game,
    Intervention,
    Move,
    Peek,
    PersonMark,
    Report,
    ReportNote,
)
from games.moderation.acts import cards_open, game_pause
from tests.account_mails import mails_leave
from tests.accounts.conftest import Login, is_in
from tests.factories import log_in_with_code, make_person, make_staff, take_turn
from tests.games_laid import lay_game
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss(db: None) -> User:
    return make_staff("boss", "administrator", "cards")


@pytest.fixture
def known(alice: User, bob: User, boss: User) -> Game:
    game = lay_game([alice, bob], NewGame(seats=2, name="Alice's corner"))
    rng = random.Random(3)
    for _turn in range(4):
        take_turn(game, rng)
    at = timezone.now()
    ChatLine.objects.create(game=game, user=alice, text="My name is Alice Liddell", created_at=at)
    ChatLine.objects.create(game=game, user=bob, text="Bob's own secret", created_at=at)
    PersonMark.objects.create(user=alice, other=bob, kind="mute", created_at=at)
    Friendship.objects.create(asker=alice, asked=bob, asked_at=at, declined_at=at)
    PersonMark.objects.create(user=bob, other=alice, kind="block", created_at=at)
    Report.objects.create(
        kind="game", reporter=alice, accused=bob, game=game, text="Bob knows my street", created_at=at
    )
    Report.objects.create(kind="game", reporter=bob, accused=alice, game=game, text="ALICE cheats", created_at=at)
    sanction = Sanction.objects.create(user=alice, kind="warn", by=boss, reason="alice, be kind", created_at=at)
    Appeal.objects.create(sanction=sanction, text="I live in Wonderland", created_at=at)
    NetworkTrace.objects.create(user=alice, address="192.0.2.7", first_seen_at=at, last_seen_at=at)
    audit_write(actor=boss, action="person.warn", reason="alice was rude", person=alice)
    return game


def exported(client: Client) -> dict[str, Any]:
    answer = client.post("/settings/export/", {"password": PASSWORD})
    assert answer.headers["Content-Disposition"] == 'attachment; filename="odin-alice.json"'
    found: dict[str, Any] = json.loads(answer.getvalue())
    return found


def test_a_person_takes_all_along_and_nothing_of_others(known: Game, login: Login, alice: User) -> None:
    client = login("alice")
    assert client.post("/settings/export/", {"password": "wrong"}).status_code == 422
    data = exported(client)
    assert data["account"]["email"] == alice.email
    assert data["addresses"] == [{"email": alice.email, "verified": True, "primary": True}]
    assert [line["text"] for line in data["chat"]] == ["My name is Alice Liddell"]
    assert data["reports"][0]["text"] == "Bob knows my street"
    assert data["appeals"][0]["text"] == "I live in Wonderland"
    assert data["decisions"][0]["reason"] == "alice, be kind"
    assert data["marks"][0]["person"] == "bob"
    assert (data["friends"][0]["person"], "declined_at" in data["friends"][0]) == ("bob", False)
    assert data["networks"][0]["address"] == "192.0.2.7"
    assert data["seats"][0]["in_game"] == data["turns"][0]["in_game"] == known.public_id
    assert len(data["turns"]) == 2
    assert len(data["logins"]) == 1
    assert [entry["action"] for entry in data["acts_of_staff"]] == ["person.warn"]
    text = json.dumps(data)
    hand = known.hands.get()
    for secret in (
        "Bob's own secret",
        "ALICE cheats",
        known.invite_token,
        alice.password,
        *_keys(),
        *hand.seed.split(),
    ):
        assert secret not in text
    assert '"deck"' not in text


def _keys() -> list[str]:
    return list(UserSession.objects.values_list("session_key", flat=True))


def test_the_file_reads_long_tables_in_pieces(
    known: Game, alice: User, login: Login, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = timezone.now()
    ChatLine.objects.bulk_create(
        ChatLine(game=known, user=alice, text=f"line {number}", created_at=at) for number in range(7)
    )
    monkeypatch.setattr("accounts.privacy.export.CHUNK", 3)
    lines = exported(login("alice"))["chat"]
    assert [line["text"] for line in lines[1:]] == [f"line {number}" for number in range(7)]


def test_a_visitor_gets_no_file(client: Client) -> None:
    assert client.post("/settings/export/", {"password": PASSWORD}).status_code == 302


def test_erasing_takes_what_the_person_wrote_and_where_others_wrote_the_name(
    known: Game, alice: User, bob: User, boss: User
) -> None:
    before = list(AuditEntry.objects.values())
    Authenticator.objects.create(user=alice, type="totp", data={"secret": "x"})
    account_erase(user=alice)
    assert list(AuditEntry.objects.values()) == before
    assert "alice" not in str(before).lower()
    mine, others = ChatLine.objects.order_by("id")
    assert (mine.text, mine.erased_at is None) == ("", False)
    assert (others.text, others.erased_at) == ("Bob's own secret", None)
    assert not PersonMark.objects.exists()
    assert not Friendship.objects.exists()
    own, about = Report.objects.order_by("id")
    assert own.text == ""
    assert about.text == f"#{alice.pk} cheats"
    assert Appeal.objects.get().text == ""
    assert Sanction.objects.get().reason == f"#{alice.pk}, be kind"
    assert not NetworkTrace.objects.exists()
    assert not Authenticator.objects.filter(user=alice).exists()
    known.refresh_from_db()
    assert known.name == ""
    assert known.hands.get().moves.count() == 4


@pytest.mark.parametrize("taken", ["alice", "ALICE", "Alice"])
def test_an_erased_handle_is_never_given_again(client: Client, alice: User, taken: str) -> None:
    account_erase(user=alice)
    assert "alice" not in ErasedHandle.objects.get().digest
    form = {"username": taken, "email": "new@example.org", "password1": PASSWORD}
    assert "This username is taken." in client.post("/accounts/signup/", form).content.decode()
    assert not User.objects.filter(handle__iexact="alice").exists()


def test_an_administrator_erases_and_notifies_a_person(known: Game, alice: User, boss: User) -> None:
    account_erase_by(actor=boss, user=alice, reason="alice asked by mail")
    mails_leave()
    alice.refresh_from_db()
    assert alice.erased_at is not None
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.person, entry.reason) == ("person.erase", alice.pk, f"@#{alice.pk} asked by mail")
    (told,) = [letter for letter in mail.outbox if letter.to == ["alice@example.org"]]
    assert told.subject == "Your account is deleted"
    assert "Hello alice" in told.body


def test_accounts_that_staff_cannot_erase(boss: User, alice: User) -> None:
    def why(user: User, reason: str = "asked") -> AccountReason:
        with pytest.raises(AccountRefused) as refused:
            account_erase_by(actor=boss, user=user, reason=reason)
        return refused.value.reason

    assert why(boss) == AccountReason.OWN_ACCOUNT
    assert why(make_staff("mara", "moderator")) == AccountReason.STAFF_FIRST
    assert why(alice, "  ") == AccountReason.REASON_MISSING
    account_erase(user=alice)
    assert why(alice) == AccountReason.NOT_A_PERSON
    with pytest.raises(PermissionDenied):
        account_erase_by(actor=make_staff("mia", "moderator"), user=make_person("bob"), reason="asked")


def test_an_administrator_sees_logins_and_ends_those_that_are_chosen(alice: User, boss: User, login: Login) -> None:
    first, second = login("alice"), login("alice")
    make_person("bob")
    bobs = login("bob")
    client = Client()
    log_in_with_code(client, boss)
    address = f"/admin/accounts/user/{alice.pk}/act/sessions_end/"
    page = client.get(address).content.decode()
    assert page.count('name="session_ids"') == 2
    for key in _keys():
        assert key not in page
    gone, foreign = (UserSession.objects.filter(user__handle=name).earliest("id").pk for name in ("alice", "bob"))
    refused = client.post(address, {"session_ids": [foreign], "reason": "stolen phone"})
    assert refused.status_code == 422
    assert client.post(address, {"session_ids": [gone], "reason": "stolen phone"}).status_code == 302
    assert [is_in(browser) for browser in (first, second, bobs)] == [False, True, True]
    entry = AuditEntry.objects.get(action="person.sessions_end")
    assert (entry.person, entry.facts) == (alice.pk, {"ended": 1})
    assert sessions_end_by(actor=boss, user=alice, session_ids=[foreign], reason="x") == 0
    with pytest.raises(PermissionDenied):
        sessions_end_by(actor=make_staff("mara", "moderator"), user=alice, session_ids=[], reason="x")


def test_an_administrator_takes_out_what_is_known_and_that_is_noted(known: Game, alice: User, boss: User) -> None:
    client = Client()
    log_in_with_code(client, boss)
    address = f"/admin/accounts/user/{alice.pk}/act/export/"
    assert client.post(address, {"reason": ""}).status_code == 422
    answer = client.post(address, {"reason": "alice cannot log in"})
    assert json.loads(answer.content)["chat"][0]["text"] == "My name is Alice Liddell"
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.reason) == ("person.export", f"@#{alice.pk} cannot log in")


def test_a_staff_export_of_running_games_holds_public_facts(known: Game, alice: User, boss: User, login: Login) -> None:
    last = Move.objects.latest("pk")
    Move.objects.create(
        **{name: getattr(last, name) for name in ("hand", "seat", "turn", "version", "created_at")},
        number=last.number + 1, by=Move.By.AUTO, actor=alice,
    )  # fmt: skip
    own_case = Report.objects.create(
        kind="profile", reporter=alice, accused=boss, text="I fear the boss", created_at=timezone.now()
    )

    def file_for(staff: User | None) -> dict[str, Any]:
        found: dict[str, Any] = json.loads("".join(export_json(alice, staff=staff)))
        return found

    own, taken = file_for(None), file_for(boss)
    watched = {"looked_at", "acted_at", "turns_in_time", "turns_late"}
    assert watched <= set(own["seats"][0])
    assert not watched & set(taken["seats"][0])
    assert [turn["by"] for turn in own["turns"]] == ["player", "player", "auto"]
    assert [turn["by"] for turn in taken["turns"]] == ["player", "player", "player"]
    assert [mark["person"] for mark in own["marks"]] == ["bob"]
    assert any(notice["in_game"] == known.public_id for notice in own["notices"])
    assert taken["marks"] == taken["notices"] == []
    assert [len(data["reports"]) for data in (own, taken)] == [2, 1]
    assert own_case.text not in str(taken)
    # A finished game has no secrets.
    account_close(actor=boss, user=User.objects.get(handle="bob"), reason="asked")
    own, taken = file_for(None), file_for(boss)
    assert taken["seats"] == own["seats"]
    assert taken["turns"] == own["turns"]
    assert taken["notices"] == own["notices"]


def test_accounts_that_an_administrator_cannot_export(known: Game, alice: User, boss: User) -> None:
    client = Client()
    log_in_with_code(client, boss)

    def taken(user: User) -> int:
        return client.post(f"/admin/accounts/user/{user.pk}/act/export/", {"reason": "curious"}).status_code

    def why(user: User) -> AccountReason:
        with pytest.raises(AccountRefused) as refused:
            export_note(actor=boss, user=user, reason="curious")
        return refused.value.reason

    chief = User.objects.create_superuser("chief", "chief@example.org", PASSWORD)
    for staff in (chief, make_staff("ada", "administrator")):
        assert why(staff) == AccountReason.STAFF_FIRST
        assert taken(staff) != 200
    assert why(boss) == AccountReason.OWN_ACCOUNT
    assert taken(boss) != 200
    lay_game([alice, boss])
    assert why(alice) == AccountReason.OWN_GAME
    assert taken(alice) == 422
    assert not AuditEntry.objects.filter(action="person.export").exists()


def test_names_of_third_persons_stay_nowhere(known: Game, alice: User, bob: User, boss: User) -> None:
    charlie, dora = make_person("Charlie"), make_person("dora")
    make_person("charlie-2")
    words = "You insulted @CHARLIE, dora and charlie-; charlie-2 and charlies did not mind."
    sanction = sanction_impose(actor=boss, user=alice, kind="warn", reason=words)
    sanction_lift(actor=boss, sanction_id=sanction.pk, reason="charlie asked")
    game_pause(actor=boss, public_id=known.public_id, reason="Charlie's wish")
    cards_open(actor=boss, public_id=known.public_id, reason="charlie saw signs")
    at = timezone.now()
    report = Report.objects.create(
        kind="profile", reporter=bob, accused=alice, text="Ask charlie", answer="We asked Charlie.", created_at=at
    )
    ReportNote.objects.create(report=report, by=boss, text="charlie is kind", created_at=at)
    CannedAnswer.objects.create(title="x", text="Thank charlie", changed_at=at)
    double_mark(actor=boss, user=alice, handle="bob", reason="charlie told us")
    made = sanction_impose(actor=boss, user=bob, kind="warn", reason="Be kind.")
    answered = {"answered_at": at, "answered_by": boss, "answer": "charlie says no", "outcome": "upheld"}
    Appeal.objects.create(sanction=made, text="Ask charlie", created_at=at, **answered)
    entry = AuditEntry.objects.get(about=f"sanction {sanction.pk}", action="person.warn")
    number = f"@#{charlie.pk}"
    stored = f"You insulted {number}, @#{dora.pk} and {number}-; @#{{}} and charlies did not mind."
    assert entry.reason == stored.format(User.objects.get(handle="charlie-2").pk)
    assert reason_named(entry.reason) == words.replace("@CHARLIE", "Charlie").replace("charlie-;", "Charlie-;")
    unchanged = list(AuditEntry.objects.values()) + list(Intervention.objects.values()) + list(Peek.objects.values())
    assert "charlie" not in str(unchanged).lower().replace("charlies", "")
    account_erase(user=charlie)
    after = list(AuditEntry.objects.values()) + list(Intervention.objects.values()) + list(Peek.objects.values())
    assert after == unchanged
    assert reason_named(Peek.objects.get().reason) == "Deleted account saw signs"
    sanction.refresh_from_db()
    assert sanction.reason == words.replace("@CHARLIE", f"#{charlie.pk}").replace("charlie-;", f"#{charlie.pk}-;")
    assert sanction.lift_reason == f"#{charlie.pk} asked"
    tables: list[type[Model]] = [Sanction, Appeal, DoubleAccount, Report, ReportNote, CannedAnswer]
    left = str([list(table._default_manager.values()) for table in tables])
    assert "charlie" not in left.replace("charlie-2", "").replace("charlies", "").lower()


def test_lists_show_reasons_with_the_names_that_there_are(known: Game, alice: User, boss: User) -> None:
    client = Client()
    log_in_with_code(client, boss)
    make_person("charlie")
    act = game_pause(actor=boss, public_id=known.public_id, reason="charlie asked for it")
    cards_open(actor=boss, public_id=known.public_id, reason="charlie asked for it")
    for page in ("games/intervention/", f"games/intervention/{act.pk}/change/", "games/peek/", "accounts/auditentry/"):
        assert "charlie asked for it" in client.get(f"/admin/{page}").content.decode()


def test_a_lost_second_factor_is_switched_off_and_the_person_told(boss: User, login: Login) -> None:
    mara = make_staff("mara", "moderator")
    browser = Client()
    log_in_with_code(browser, mara)
    login("mara")
    two_factor_off(actor=boss, user=mara, reason="lost it, told me at dinner")
    mails_leave()
    assert browser.get("/admin/").status_code == 302
    assert [letter.subject for letter in mail.outbox if letter.to == [mara.email]] == ["Two-factor login is off"]
    with pytest.raises(AccountRefused) as refused:
        two_factor_off(actor=boss, user=mara, reason="again")
    assert refused.value.reason == AccountReason.NO_SECOND_FACTOR
    log_in_with_code(browser, boss)
    with pytest.raises(AccountRefused):
        two_factor_off(actor=boss, user=boss, reason="mine")
    operator = User.objects.create_superuser("root-of-all", "root@example.org", PASSWORD)
    root = User.objects.create_superuser("another-root", "root2@example.org", PASSWORD)
    for high in (operator, make_staff("peer", "administrator")):
        log_in_with_code(Client(), high)
        for act in (
            partial(two_factor_off, user=high, reason="I want in"),
            partial(sessions_end_by, user=high, session_ids=[], reason="Out with you"),
        ):
            with pytest.raises(AccountRefused) as refused:
                act(actor=boss)
            assert refused.value.reason == AccountReason.SUPERUSERS_FOR_IT
        assert sessions_end_by(actor=root, user=high, session_ids=[], reason="Gone") == 0
        two_factor_off(actor=root, user=high, reason="Lost it")
    with pytest.raises(AccountRefused) as refused:
        sessions_end_by(actor=boss, user=boss, session_ids=[], reason="x")
    assert refused.value.reason == AccountReason.OWN_ACCOUNT


def test_the_operator_helps_out_at_the_console(capsys: pytest.CaptureFixture[str]) -> None:
    operator = User.objects.create_superuser("operator", "op@example.org", PASSWORD)
    log_in_with_code(Client(), operator)
    call_command("two_factor_off", "OPERATOR")
    assert not Authenticator.objects.exists()
    assert "operator" in capsys.readouterr().out
    assert AuditEntry.objects.get().actor is None
    with pytest.raises(CommandError, match="no two-factor login"):
        call_command("two_factor_off", "operator")
    with pytest.raises(CommandError, match="No account has this username"):
        call_command("two_factor_off", "nobody")
