"""A person's page for staff: what each role reads and does there, and what stays private."""

import html
import re

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.db.models.functions import Lower
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.decisions.appeals import appeal_make
from accounts.decisions.sanctions import sanction_impose
from accounts.models import Appeal, DoubleAccount, NetworkTrace, Sanction, User
from accounts.models.look_alike import handle_skeleton, skeleton
from accounts.privacy.erasure import account_erase
from games.models import ChatLine, Game, Report, Signal
from games.play.bot_accounts import bot_user
from tests.admin.conftest import Scene, browser_of
from tests.admin.every_page import page_of, words_of
from tests.factories import make_person, make_staff
from tests.games_laid import lay_game

pytestmark = pytest.mark.django_db

HELPER = {"warn", "mute"}
MODERATOR = HELPER | {"bar", "suspend", "ban", "mark"}
ADMINISTRATOR = MODERATOR | {"merge", "role_give", "close"}


def offered(client: Client, row: object) -> set[str]:
    """The acts that a row's page offers."""
    page = client.get(page_of(type(row), "change", row.pk)).content.decode()  # type: ignore[attr-defined,arg-type]
    return set(re.findall(r'href="[^"]*/act/(\w+)/"', page))


def act(client: Client, row: object, slug: str, **form: object) -> tuple[int, str]:
    """Carry the act out; return the status of the answer and the words of the next page, or of this one again."""
    name = f"admin:accounts_{type(row)._meta.model_name}_act"  # type: ignore[attr-defined]
    path = reverse(name, args=[row.pk, slug])  # type: ignore[attr-defined]
    answer = client.post(path, {"reason": "Because.", **form})
    page = client.get(answer.headers["Location"]) if answer.status_code == 302 else answer
    return answer.status_code, html.unescape(page.content.decode())


def test_each_role_is_offered_what_it_may_do(boss: Client, alice: User) -> None:
    for roles, acts in (
        (["helper"], HELPER),
        (["moderator"], MODERATOR),
        (["administrator"], ADMINISTRATOR),
    ):
        assert offered(browser_of(make_staff(f"the-{roles[0]}", *roles)), alice) >= acts
    assert offered(browser_of(User.objects.get(handle="the-helper")), alice) == HELPER
    staff = User.objects.get(handle="the-helper")
    assert not offered(boss, staff) & {"warn", "mute", "bar", "suspend", "ban", "merge", "close"}
    assert {"role_give", "role_take"} <= offered(boss, staff)
    assert not offered(boss, bot_user("berserker")) & ADMINISTRATOR


def test_a_permission_shows_addresses_and_finds_people_by_them(boss: Client, alice: User) -> None:
    moderator = browser_of(make_staff("mona", "moderator"))
    found = f"{page_of(User, 'changelist')}?q=alice@example.org"
    row = page_of(User, "change", alice.pk)
    for path in (f"{page_of(User, 'changelist')}?q=ali", row):
        assert "alice@example.org" in words_of(boss, path)
        assert "alice@example.org" not in words_of(moderator, path)
        assert "alice" in words_of(moderator, path)
    assert row in words_of(boss, found)
    assert row not in words_of(moderator, found)


def test_acts_are_done_with_a_reason_and_refusals_stand_in_the_form(alice: User) -> None:
    client = browser_of(make_staff("mona", "moderator"))
    for form in ({"reason": " "}, {"days": "0"}, {"days": "x"}):
        status, _page = act(client, alice, "mute", **form)
        assert status == 422
    assert act(client, alice, "suspend")[0] == 422
    assert act(client, alice, "suspend", days="3")[0] == 302
    status, page = act(client, alice, "mute", days="", reason="Swore at bob.")
    assert status == 302
    assert "Swore at bob." in page
    assert "no end date" in page
    assert [(sanction.kind, sanction.by.handle) for sanction in Sanction.objects.order_by("pk")] == [
        ("suspend", "mona"), ("mute", "mona"),
    ]  # fmt: skip
    staff = make_staff("henry", "helper")
    status, page = act(client, staff, "warn")
    assert status == 422
    assert "An administrator must remove their role first." in page
    assert act(client, alice, "close")[0] == 403
    assert act(client, alice, "role_give", role="helper")[0] == 403
    assert act(client, alice, "nothing")[0] == 404


def test_decisions_are_lifted_and_shortened_on_their_own_pages(alice: User) -> None:
    mona = make_staff("mona", "moderator")
    client = browser_of(mona)
    sanction = sanction_impose(actor=mona, user=alice, kind="mute", reason="Swore.", days=9)
    assert offered(client, sanction) == {"lift", "shorten"}
    assert act(client, sanction, "shorten", days="9")[0] == 422
    assert act(client, sanction, "shorten", days="2")[0] == 302
    assert act(client, sanction, "lift")[0] == 302
    assert offered(client, sanction) == set()
    assert act(client, sanction, "lift")[0] == 422
    assert offered(browser_of(make_staff("henry", "helper")), sanction) == set()


def test_an_appeal_is_answered_by_another_moderator(alice: User) -> None:
    mona = make_staff("mona", "moderator")
    ban = sanction_impose(actor=mona, user=alice, kind="ban", reason="Cheats.")
    appeal = appeal_make(user=alice, sanction_id=ban.pk, text="It was my brother.")
    own, other = browser_of(mona), browser_of(make_staff("judge", "moderator"))
    assert offered(own, appeal) == set()
    status, page = act(own, appeal, "answer", outcome="upheld", answer="Because.")
    assert status == 422
    assert "You made this decision" in page
    assert "It was my brother." in words_of(other, page_of(Appeal, "change", appeal.pk))
    assert act(other, appeal, "answer", outcome="shortened", answer="Because.")[0] == 422
    assert act(other, appeal, "answer", outcome="", answer="Because.")[0] == 422
    assert act(other, appeal, "answer", outcome="shortened", days="4", answer="A week is enough.")[0] == 302
    ban.refresh_from_db()
    appeal.refresh_from_db()
    assert (ban.kind, appeal.answer) == ("suspend", "A week is enough.")


def test_roles_are_chosen_among_those_that_make_sense(boss: Client, alice: User) -> None:
    anna = browser_of(make_staff("anna", "administrator"))
    path = reverse("admin:accounts_user_act", args=[alice.pk, "role_give"])
    assert 'value="administrator"' in boss.get(path).content.decode()
    assert 'value="administrator"' not in anna.get(path).content.decode()
    assert act(anna, alice, "role_give", role="administrator")[0] == 422
    assert act(anna, alice, "role_give", role="helper")[0] == 302
    alice.refresh_from_db()
    assert alice.is_staff
    assert act(anna, alice, "role_take", role="moderator")[0] == 422
    assert act(anna, alice, "role_take", role="helper")[0] == 302
    alice.refresh_from_db()
    assert not alice.is_staff


def test_closing_an_account_gives_up_its_games_and_logs_it_out(scene: Scene, boss: Client) -> None:
    alice = scene.people[0]
    person = Client()
    person.post("/accounts/login/", {"login": "alice", "password": "correct-horse-battery"})
    assert act(boss, alice, "close")[0] == 302
    assert person.get("/settings/").status_code == 302
    scene.running.refresh_from_db()
    assert scene.running.status == Game.Status.FINISHED
    assert scene.given_up.seats.get(user=alice).resigned_at is not None
    assert not scene.offer.seats.filter(user=alice).exists()
    assert "open" in offered(boss, alice)
    assert act(boss, alice, "open")[0] == 302


def test_marking_and_merging_name_the_other_account(boss: Client, alice: User, bob: User) -> None:
    assert act(boss, alice, "mark", handle="nemo")[0] == 422
    status, page = act(boss, alice, "mark", handle="BOB", reason="Same words.")
    assert status == 302
    assert "Same words." in page
    assert page_of(User, "change", bob.pk) in page
    double = DoubleAccount.objects.get()
    assert act(boss, double, "unmark")[0] == 302
    assert not DoubleAccount.objects.exists()
    assert act(boss, bob, "merge", handle="alice")[0] == 302
    bob.refresh_from_db()
    assert bob.merged_into == alice


def test_the_page_shows_what_there_is_to_judge_by(boss: Client, alice: User, bob: User) -> None:
    at = timezone.now()
    game = lay_game([alice, bob])
    line = ChatLine.objects.create(game=game, user=alice, text="You <b>oaf</b>", created_at=at)
    Report.objects.create(
        kind="chat", reporter=bob, accused=alice, game=game, line=line, text="He swears", created_at=at
    )
    Report.objects.create(kind="game", reporter=alice, game=game, text="Too slow", created_at=at)
    Signal.objects.create(
        kind="network", people=[alice.pk, bob.pk], weight=1, evidence={}, first_seen_at=at, last_seen_at=at
    )
    for user in (alice, bob):
        NetworkTrace.objects.create(user=user, address="203.0.113.7", first_seen_at=at, last_seen_at=at)
    sanction_impose(actor=make_staff("mona", "moderator"), user=alice, kind="warn", reason="Be kinder.")
    path = page_of(User, "change", alice.pk)
    page = boss.get(path).content.decode()
    assert "You &lt;b&gt;oaf&lt;/b&gt;" in page
    words = words_of(boss, path)
    for part in ("He swears", "Too slow", "Be kinder.", "same network in one game", game.title):
        assert part in words
    networks = words.split('id="section-networks"')[1].split("</section>")[0]
    assert "bob" in networks
    assert "203.0.113.7" not in words
    # A helper may read reports and chats, but not networks and signals.
    helper = words_of(browser_of(make_staff("henry", "helper")), path)
    assert "He swears" in helper
    for slug in ("networks", "signals", "audit", "doubles"):
        assert f"section-{slug}" not in helper


def test_staff_see_whose_names_look_alike(boss: Client) -> None:
    bjorn = make_person("bjorn")
    for handle in ("Bj0rn", "bj-om", "bjorna", "bjoern"):
        make_person(handle)
    account_erase(user=make_person("bjorn_"))
    words = words_of(boss, page_of(User, "change", bjorn.pk))
    section = words.split('id="section-look_alikes"')[1].split("</section>")[0]
    assert [name in section for name in ("Bj0rn", "bj-om", "bjorna", "bjoern", "Deleted")] == [
        True, True, False, False, False,
    ]  # fmt: skip
    assert "section-look_alikes" not in words_of(boss, page_of(User, "change", User.objects.get(handle="bjoern").pk))


@pytest.mark.parametrize("handle", ["Rn0der-at_or", "VVill", "013457l-_", "x" * 20, "Arn1_e"])
def test_python_and_the_database_spell_look_alikes_the_same(handle: str) -> None:
    person = make_person(handle)
    assert User.objects.filter(pk=person.pk).values_list(handle_skeleton(), flat=True).get() == skeleton(handle)


def test_accounts_are_neither_added_nor_changed_nor_deleted(boss: Client, staff: User, alice: User) -> None:
    staff.user_permissions.set(Permission.objects.all())
    account_erase(user=alice)
    for client in (boss, browser_of(staff)):
        before = User.objects.filter(pk=alice.pk).values().get()
        assert client.post(page_of(User, "add"), {"handle": "eve"}).status_code == 403
        for page in ("change", "delete"):
            form = {"is_active": "on", "is_staff": "on", "is_superuser": "on", "post": "yes"}
            assert client.post(page_of(User, page, alice.pk), form).status_code == 403
        assert User.objects.filter(pk=alice.pk).values().get() == before
        assert offered(client, alice) & ADMINISTRATOR == set()


def test_the_beginning_of_a_handle_is_looked_up_in_an_index(scene: Scene) -> None:
    with connection.cursor() as cursor:
        # So few rows would be read one by one.
        cursor.execute("SET LOCAL enable_seqscan = off")
    plan = User.objects.alias(folded=Lower("handle")).filter(folded__startswith="ali").explain()
    # In a database of C collation the unique index serves as well.
    assert "Index Scan using user_handle_" in plan
    assert "Index Cond" in plan
