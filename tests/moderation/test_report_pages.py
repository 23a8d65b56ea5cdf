"""Reporting a line, a player or a table, and reading the outcome."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.sign_in.guests import BACKEND, guest_make
from games.lobby.services import NewGame
from games.models import ChatLine, Game, Report
from games.moderation.reports import DAY, MAX_A_DAY, report_judge
from tests.clients import ClientOf
from tests.factories import make_person, make_staff
from tests.games_laid import lay_game
from tests.page_texts import main_of, queries_of, words_of

MINE = "/settings/reports/"


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return lay_game([alice, bob], NewGame(seats=3, name="Boathouse", bots=["berserker"]))


@pytest.fixture
def line(game: Game, bob: User) -> ChatLine:
    return ChatLine.objects.create(game=game, user=bob, text="<b>You play like wood</b>", created_at=timezone.now())


@pytest.fixture
def mine(client_of: ClientOf, alice: User) -> Client:
    return client_of(alice)


def send(client: Client, query: str, **fields: str) -> Report:
    answer = client.post(f"/report/?{query}", fields)
    assert (answer.status_code, answer.headers.get("Location")) == (302, MINE)
    return Report.objects.latest("pk")


def test_a_line_is_shown_as_text_and_reported_without_a_word(mine: Client, line: ChatLine, bob: User) -> None:
    page = mine.get(f"/report/?line={line.pk}")
    assert "&lt;b&gt;You play like wood" in main_of(page)
    assert "Report this message?" in words_of(page)
    report = send(mine, f"line={line.pk}")
    assert (report.kind, report.line, report.game, report.accused) == ("chat", line, line.game, bob)
    assert report.status == Report.Status.OPEN


def test_a_profile_takes_words(mine: Client, bob: User) -> None:
    assert "Report bob?" in words_of(mine.get("/report/?player=BOB"))
    refused = mine.post("/report/?player=bob", {"text": "\u3164 "})
    assert refused.status_code == 422
    assert "Say what happened." in words_of(refused)
    report = send(mine, "player=bob", text="An insult as a name.")
    assert (report.kind, report.accused, report.game) == ("profile", bob, None)


def test_a_seat_is_named_or_chosen_and_bots_are_not_offered(mine: Client, game: Game, bob: User) -> None:
    whole = mine.get(f"/report/?game={game.public_id}")
    assert "Who is it about?" in words_of(whole)
    assert "Berserker" not in words_of(whole)
    refused = mine.post(f"/report/?game={game.public_id}", {"kind": "stalling", "who": "", "text": "An hour each time"})
    assert refused.status_code == 422
    assert "Choose who it’s about." in words_of(refused)
    report = send(mine, f"game={game.public_id}", kind="stalling", who="bob", text="An hour each time")
    assert (report.kind, report.accused, report.game) == ("stalling", bob, game)
    number = game.seats.get(user=bob).number
    report = send(mine, f"game={game.public_id}&seat={number}", kind="collusion", text="Passes for Berserker")
    assert (report.kind, report.accused) == ("collusion", bob)
    report = send(mine, f"game={game.public_id}", kind="game", who="", text="Odd cards")
    assert report.accused is None


def test_the_same_is_not_reported_twice_while_it_waits(mine: Client, bob: User) -> None:
    send(mine, "player=bob", text="Once")
    again = mine.post("/report/?player=bob", {"text": "Twice"})
    assert again.status_code == 422
    assert "You’ve already reported this." in words_of(again)
    assert Report.objects.count() == 1


def test_a_day_has_its_end(mine: Client, alice: User) -> None:
    for number in range(MAX_A_DAY):
        make_person(f"p{number}")
        send(mine, f"player=p{number}", text="Spam")
    make_person("last")
    refused = mine.post("/report/?player=last", {"text": "Spam"})
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= DAY.total_seconds()
    assert "You can’t send more reports today." in words_of(refused)
    script = mine.post("/report/?player=last", {"text": "Spam"}, headers={"Accept": "application/json"})
    assert (script.status_code, script.json()["error"]) == (429, "report_too_many")
    assert 0 < int(script.headers["Retry-After"]) <= DAY.total_seconds()


@pytest.mark.parametrize(
    "query", ["player=alice", "player=nobody", "player=Berserker", "line=999999", "line=x", "line="]
)
def test_what_cannot_be_reported_is_said_on_ones_own_page(mine: Client, game: Game, query: str) -> None:
    page = mine.get(f"/report/?{query}")
    assert page.status_code in (404, 409, 422)
    assert "Your reports" in words_of(page)
    assert 'role="alert"' in main_of(page) or "message-error" in main_of(page)
    assert not Report.objects.exists()


def test_there_are_no_reports_from_a_table_one_may_not_see(client_of: ClientOf, alice: User, bob: User) -> None:
    hidden = lay_game([alice, bob], NewGame(seats=2, visibility="private"))
    line = ChatLine.objects.create(game=hidden, user=bob, text="secret words", created_at=timezone.now())
    stranger = client_of(make_person("charlie"))
    assert stranger.get(f"/report/?game={hidden.public_id}").status_code == 404
    assert stranger.post(f"/report/?game={hidden.public_id}", {"kind": "game", "text": "x"}).status_code == 404
    refused = stranger.get(f"/report/?line={line.pk}")
    assert "secret words" not in refused.content.decode()
    assert not Report.objects.exists()


def test_a_watcher_may_report_a_table_but_not_how_long_turns_take(client_of: ClientOf, game: Game) -> None:
    watcher = client_of(make_person("charlie"))
    page = words_of(watcher.get(f"/report/?game={game.public_id}"))
    assert "Teaming up" in page
    assert "Stalling" not in page
    fields = {"kind": "stalling", "who": "bob", "text": "slow"}
    assert watcher.post(f"/report/?game={game.public_id}", fields).status_code == 422


def test_a_hidden_line_needs_no_report(mine: Client, line: ChatLine) -> None:
    ChatLine.objects.filter(pk=line.pk).update(hidden_at=timezone.now(), hidden_by=make_staff("mona", "moderator"))
    page = mine.get(f"/report/?line={line.pk}")
    assert "already hidden" in page.content.decode()
    assert "wood" not in page.content.decode()


def test_a_visitor_logs_in_first() -> None:
    answer = Client().get("/report/?player=bob")
    assert answer.headers["Location"] == "/accounts/login/?next=/report/%3Fplayer%3Dbob"
    assert Client().get(MINE).status_code == 302


def test_one_reads_ones_own_reports_and_outcomes_alone(
    mine: Client, client_of: ClientOf, line: ChatLine, bob: User
) -> None:
    assert "No reports yet." in words_of(mine.get(MINE))
    report = send(mine, f"line={line.pk}", text="Rude")
    waiting = words_of(mine.get(MINE))
    assert "Chat message : bob Waiting" in waiting or "Chat message: bob Waiting" in waiting.replace(" :", ":")
    report_judge(
        actor=make_staff("mona", "moderator"), report_id=report.pk, outcome="refused", answer="Bob was joking."
    )
    judged = words_of(mine.get(MINE))
    assert "No rule was broken" in judged
    assert "Bob was joking." in judged
    assert "mona" not in judged
    assert "joking" not in words_of(client_of(bob).get(MINE))


def test_the_list_takes_the_same_queries_however_long(mine: Client, alice: User, line: ChatLine) -> None:
    send(mine, f"line={line.pk}")
    few = queries_of(lambda: mine.get(MINE))
    for number in range(6):
        make_person(f"p{number}")
        send(mine, f"player=p{number}", text="Spam")
    assert queries_of(lambda: mine.get(MINE)) == few


@pytest.mark.parametrize("reached", ["member", "guest", "bounced"])
def test_an_email_is_promised_only_where_it_would_arrive(client: Client, bob: User, reached: str) -> None:
    make_staff("mona", "moderator")
    reporter = make_person("anna") if reached != "guest" else guest_make(handle="gus", time_zone="UTC", language="en")
    if reached == "bounced":
        User.objects.filter(pk=reporter.pk).update(mail_stopped_at=timezone.now())
    client.force_login(reporter, backend=BACKEND)
    page = words_of(client.get("/report/?player=bob"))
    said = words_of(client.post("/report/?player=bob", {"text": "Rude"}, follow=True))
    by_mail = "You’ll get our answer here and by email."
    assert [by_mail in words for words in (page, said)] == [reached == "member"] * 2
    assert ["You’ll get our answer here." in words for words in (page, said)] == [reached != "member"] * 2


def test_no_answer_is_promised_where_all_who_could_give_it_are_part_of_it(
    client_of: ClientOf, alice: User, bob: User
) -> None:
    mona = make_staff("mona", "moderator")
    game = lay_game([alice, bob, mona])
    hers = client_of(alice)
    nobody = "Nobody on the site team can decide this right now, so we can’t promise an answer."
    for query in ("player=mona", f"game={game.public_id}&seat=1", f"game={game.public_id}"):
        assert nobody in words_of(hers.get(f"/report/?{query}")), query
    said = words_of(hers.post("/report/?player=mona", {"text": "Rude"}, follow=True))
    assert "Report sent. We can’t promise an answer." in said
    assert nobody not in words_of(hers.get("/report/?player=bob"))
    make_staff("henry", "helper")
    assert nobody not in words_of(hers.get("/report/?player=mona"))
