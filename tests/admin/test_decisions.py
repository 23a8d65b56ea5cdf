"""The evidence next to an appeal, and acts in words."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib import admin
from django.utils import timezone

from accounts.decisions.appeals import appeal_make
from accounts.decisions.members import role_give
from accounts.decisions.sanctions import sanction_impose
from accounts.models import Appeal, AuditEntry, Sanction, User
from accounts.staff.act_words import act_words
from games.lobby.services import NewGame
from games.models import ChatLine, Intervention, OperatorHook
from games.moderation.reports import ReportVerdict, report_judge, report_make, report_note
from tests.admin.conftest import browser_of
from tests.admin.every_page import page_of, words_of
from tests.factories import make_staff
from tests.games_laid import lay_game

pytestmark = pytest.mark.django_db

CODE = re.compile(
    r'"((?:game|person|report|chat|cards|signal|sanction|appeal|double|answer|audit|site|hook)\.[a-z_]+)"'
)


@pytest.fixture
def appeal(alice: User, bob: User) -> Appeal:
    """Bob's appeal against the decision on a report about one of his messages; he was warned before."""
    henry = make_staff("henry", "helper")
    sanction_impose(actor=henry, user=bob, kind="warn", reason="Softer, please.")
    game = lay_game([alice, bob], NewGame(seats=2, name="Boathouse"))
    for text in ("Your move", "Idiot, idiot", "Sorry"):
        line = ChatLine.objects.create(game=game, user=bob, text=text, created_at=timezone.now())
    report = report_make(user=alice, kind="chat", line_id=line.pk - 1, text="He insults me")
    report_note(actor=henry, report_id=report.pk, text="Third time this week")
    judged = report_judge(
        actor=henry, report_id=report.pk, outcome="acted", answer="x", sanction=ReportVerdict("mute", "Insults.", 3)
    )
    assert judged.sanction is not None
    return appeal_make(user=bob, sanction_id=judged.sanction.pk, text="It was a joke.")


EVIDENCE = (
    "It was a joke.", "Insults.", "Softer, please.", "He insults me", "Your move", "Idiot, idiot", "Sorry",
    "Third time this week",
)  # fmt: skip


def test_the_moderator_of_an_appeal_reads_what_led_to_the_decision(appeal: Appeal, bob: User) -> None:
    mona = browser_of(make_staff("mona", "moderator"))
    for row, act in ((appeal, "answer"), (appeal.sanction, "lift"), (appeal.sanction, "shorten")):
        for path in (page_of(type(row), "change", row.pk), page_of(type(row), "act", row.pk, act)):
            page = words_of(mona, path)
            assert [words for words in EVIDENCE if words not in page] == [], path
    # The refused form still shows it.
    answer = page_of(Appeal, "act", appeal.pk, "answer")
    for outcome in ("upheld", "lifted"):
        refused = mona.post(answer, {"outcome": outcome, "days": "1", "answer": "No."})
        assert refused.status_code == 422
        assert "Days are only for shortening" in refused.content.decode()
        assert "Idiot, idiot" in refused.content.decode()
    appeal.refresh_from_db()
    assert appeal.answered_at is None
    assert Sanction.objects.get(pk=appeal.sanction_id).stands
    assert mona.post(answer, {"outcome": "upheld", "answer": "No."}).status_code == 302


def test_the_moderator_who_decided_reads_why_there_is_no_button(alice: User) -> None:
    mona = make_staff("mona", "moderator")
    sanction = sanction_impose(actor=mona, user=alice, kind="mute", reason="Insults.")
    appeal = appeal_make(user=alice, sanction_id=sanction.pk, text="It was a joke.")
    row, act = page_of(Appeal, "change", appeal.pk), page_of(Appeal, "act", appeal.pk, "answer")
    hers = browser_of(mona)
    alone = "You made this decision, and nobody else here can answer. The player will read that."
    assert [act in words_of(hers, row), alone in words_of(hers, row), alone in words_of(hers, act)] == [True] * 3
    his = browser_of(make_staff("judge", "moderator"))
    page = words_of(hers, row)
    assert [act in page, "You made this decision. Someone else must answer the appeal." in page] == [False, True]
    assert [act in words_of(his, row), "You made this decision" in words_of(his, row)] == [True, False]


def test_a_decision_without_a_report_says_so(bob: User) -> None:
    mona = browser_of(make_staff("mona", "moderator"))
    warning = sanction_impose(actor=make_staff("henry", "helper"), user=bob, kind="warn", reason="Softer.")
    assert "You can’t see a report behind this." in words_of(mona, page_of(Sanction, "change", warning.pk))


def test_each_act_has_words() -> None:
    sources = [Path(settings.BASE_DIR) / name for name in ("accounts", "games")]
    files = [path for source in sources for path in source.rglob("*.py")]
    codes = {code for path in files for code in CODE.findall(path.read_text())}
    codes |= {f"game.{kind}" for kind in Intervention.Kind.values} | {f"person.{kind}" for kind in Sanction.Kind.values}
    # Events of hooks, which are no acts.
    codes -= {*OperatorHook.Event.values}
    assert len(codes) > 40
    assert sorted(code for code in codes if act_words(code) == code) == []


def test_lists_name_acts_by_words(bob: User) -> None:
    boss = make_staff("ada", "administrator")
    role_give(actor=boss, user=bob, role="helper", reason="Kind")
    browser = browser_of(boss)
    assert AuditEntry.objects.get().action == "person.role_give"
    for path in (page_of(User, "change", bob.pk), "/admin/accounts/auditentry/?days=7"):
        page = browser.get(path).content.decode()
        assert "gave a role" in page
        assert "person.role_give</" not in page


def test_the_way_back_is_no_second_cancel(appeal: Appeal) -> None:
    boss = browser_of(User.objects.create_superuser("boss", "boss@example.org"))
    game = ChatLine.objects.latest("pk").game
    assert game is not None
    page = boss.get(page_of(type(game), "act", game.pk, "cancel")).content.decode()
    assert re.findall(r">\s*(Cancel[^<]*?|Back)\s*<", page.split("act-form")[1]) == ["Cancel game", "Back"]


def test_the_menu_is_short_and_folds_up_what_is_rarely_looked_at(bob: User) -> None:
    browser = browser_of(User.objects.create_superuser("boss", "boss@example.org"))
    menu = browser.get("/admin/").context["menu"]
    assert [str(section["name"]) for section in menu] == ["To do", "Games", "People", "Site", "More"]
    assert [section["folds"] for section in menu] == [False, False, False, False, True]
    assert sum(len(section["links"]) for section in menu[:-1]) <= 16
    listed = {link["url"] for section in menu for link in section["links"]}
    assert len(listed) == len(admin.site._registry)
    assert not menu[-1]["open"]
    assert browser.get("/admin/games/hand/").context["menu"][-1]["open"]
