"""Several rows of a list are judged at a time, with one reason."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEntry, User
from games.lobby.services import NewGame
from games.models import ChatLine, Game, Report
from games.moderation.reports import report_make
from tests.admin.conftest import browser_of
from tests.factories import make_person, make_staff
from tests.games_laid import lay_game

pytestmark = pytest.mark.django_db

HIDE = "/admin/games/chatline/several/hide/"
CLOSE = "/admin/games/report/several/close/"


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return lay_game([alice, bob], NewGame(seats=2))


@pytest.fixture
def lines(game: Game, bob: User) -> list[ChatLine]:
    at = timezone.now()
    return [ChatLine.objects.create(game=game, user=bob, text=f"spam {number}", created_at=at) for number in range(3)]


@pytest.fixture
def helper(db: None) -> Client:
    return browser_of(make_staff("hal", "helper"))


def text(answer: object) -> str:
    return str(getattr(answer, "content").decode())  # noqa: B009 # any answer


def test_a_helper_hides_the_found_messages_that_are_chosen(helper: Client, lines: list[ChatLine], alice: User) -> None:
    other = ChatLine.objects.create(game=lines[0].game, user=alice, text="Well played", created_at=timezone.now())
    listed = text(helper.get("/admin/games/chatline/?q=spam"))
    assert f'href="{HIDE}?q=spam"' in listed
    page = text(helper.get(f"{HIDE}?q=spam"))
    assert page.count('name="rows"') == 3
    assert page.count("checked") == 3
    assert "Well played" not in page
    chosen = [lines[0].pk, lines[2].pk]
    assert helper.post(f"{HIDE}?q=spam", {"rows": chosen, "reason": ""}).status_code == 422
    done = helper.post(f"{HIDE}?q=spam", {"rows": chosen, "reason": "advertising"}, follow=True)
    assert done.redirect_chain == [("/admin/games/chatline/?q=spam", 302)]
    assert "Done for 2 rows." in text(done)
    assert set(ChatLine.objects.filter(hidden_at__isnull=True)) == {lines[1], other}
    entries = AuditEntry.objects.order_by("pk").values_list("action", "reason", "about")
    assert list(entries) == [("chat.hide", "advertising", f"chat line {pk}") for pk in sorted(chosen, reverse=True)]


def test_rows_that_the_helper_may_not_judge_are_named_and_the_others_done(helper: Client, bob: User) -> None:
    hal = User.objects.get(handle="hal")
    at = timezone.now()
    own = ChatLine.objects.create(game=lay_game([bob, hal]), user=bob, text="own table", created_at=at)
    free = ChatLine.objects.create(game=lay_game([bob, make_person("eve")]), user=bob, text="theirs", created_at=at)
    done = text(helper.post(HIDE, {"rows": [own.pk, free.pk], "reason": "rude"}, follow=True))
    assert "bob: own table:" in done
    assert "Done for 1 row." in done
    assert set(ChatLine.objects.filter(hidden_at__isnull=False)) == {free}


@pytest.mark.parametrize("rows", [[], ["x"], ["9" * 30], ["0"]])
def test_choosing_nothing_says_so(helper: Client, lines: list[ChatLine], rows: list[str]) -> None:
    answer = helper.post(HIDE, {"rows": rows, "reason": "spam"})
    assert answer.status_code == 422
    assert text(answer).count('name="rows"') == 3
    assert not ChatLine.objects.filter(hidden_at__isnull=False).exists()


def test_reports_are_closed_with_one_answer(helper: Client, alice: User, bob: User, game: Game) -> None:
    first = report_make(user=alice, kind="profile", accused="bob", text="Rude name")
    second = report_make(user=bob, kind="profile", accused="alice", text="Odd")
    own = report_make(user=bob, kind="profile", accused="hal", text="Odd too")
    page = text(helper.get(CLOSE))
    assert page.count('name="rows"') == 2
    form = {"rows": [first.pk, second.pk, own.pk], "outcome": "refused", "answer": "Nothing here breaks a rule."}
    assert "Done for 2 rows." in text(helper.post(CLOSE, form, follow=True))
    judged = Report.objects.filter(status=Report.Status.JUDGED)
    assert set(judged) == {first, second}
    assert set(judged.values_list("answer", flat=True)) == {"Nothing here breaks a rule."}
    entries = AuditEntry.objects.filter(action="report.judge")
    assert set(entries.values_list("reason", flat=True)) == {"Nothing here breaks a rule."}


@pytest.mark.parametrize(
    ("role", "status"), [("helper", 200), ("moderator", 200), ("administrator", 200), ("cards", 403), ("", 403)]
)
def test_the_matrix_of_roles_holds_for_several_rows(lines: list[ChatLine], role: str, status: int) -> None:
    browser = browser_of(make_staff("hilda", *filter(None, [role])))
    for way in (HIDE, CLOSE):
        assert browser.get(way).status_code == status
        if status == 403:
            assert browser.post(way, {"rows": [lines[0].pk], "reason": "x"}).status_code == 403
    assert browser.get(reverse("admin:games_chatline_several", args=["erase"])).status_code == 404


def test_players_and_visitors_judge_nothing(alice: User, lines: list[ChatLine]) -> None:
    for browser in (Client(), browser_of(alice)):
        assert browser.post(HIDE, {"rows": [lines[0].pk], "reason": "x"}).status_code == 302
    assert not ChatLine.objects.filter(hidden_at__isnull=False).exists()
