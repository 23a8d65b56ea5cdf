"""A game as staff see it: no more of its cards than a spectator, and each act on it."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import AuditEntry
from games.models import ChatLine, Game, Intervention, Move, Notice, Peek, Report, Seat, Signal
from games.moderation.acts import turns_take_back
from games.moderation.game_case import staff_game
from tests.admin.conftest import Scene, browser_of
from tests.admin.every_page import forms_of, page_of, words_of
from tests.factories import make_person, make_staff, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def mona(db: None) -> Client:
    """A moderator's browser."""
    return browser_of(make_staff("mona", "moderator"))


def page(client: Client, game: Game, query: str = "") -> str:
    return words_of(client, page_of(Game, "change", game.pk) + query)


def act(client: Client, game: Game, slug: str, **given: object) -> int:
    return client.post(f"/admin/games/game/{game.pk}/act/{slug}/", {"reason": "Because.", **given}).status_code


def test_it_shows_the_table_as_a_spectator_sees_it_and_no_hidden_card(scene: Scene, boss: Client) -> None:
    game = scene.running
    shown = page(boss, game)
    assert "Hand 2, round" in shown
    view = staff_game(game.pk).table
    assert view is not None
    assert view.choices is None
    assert view.me is None
    for seat in view.seats:
        assert f"{seat.cards} card" in shown
    # As the players' pages count them.
    assert set(re.findall(r"seat (\d)", shown)) == {"1", "2"}
    state = state_of(game)
    hidden = [[str(card) for card in cards] for cards in state.hands]
    assert not [form for cards in hidden for form in forms_of(cards) if len(cards) > 1 and form in shown]
    # As many cards as are open or were played in this hand, and no more.
    moves = Move.objects.filter(hand__game=game, hand__number=2).values_list("turn", flat=True)
    played = sum(len(re.findall(r"[BRPGKOX]\d", turn)) for turn in moves)
    table = sum(len(laid.cards) for laid in (view.table, view.beaten) if laid is not None) + bool(view.picked_up)
    assert shown.count('<svg class="card card-s') == played + table


def test_earlier_hands_can_be_looked_up(scene: Scene, boss: Client) -> None:
    game = scene.running
    first = game.hands.get(number=1)
    shown = page(boss, game, "?hand=1")
    assert "Turns of hand 1" in shown
    assert shown.count("<tr>") >= first.turns_count
    # There is nothing to take back in a hand that is over.
    assert "take_back/?keep=" not in shown
    for odd in ("?hand=99", "?hand=x", "?hand=", "?hand=²"):
        assert "Turns of hand 2" in page(boss, game, odd)


def test_turns_that_were_taken_back_are_marked_and_offered_no_more(scene: Scene, mona: Client) -> None:
    game = scene.running
    assert "take_back/?keep=2&hand=2" in page(mona, game)
    # The choice that takes back most is not preselected.
    chosen = re.findall(
        r"<option[^>]* selected>([^<]*)", mona.get(f"/admin/games/game/{game.pk}/act/take_back/").content.decode()
    )
    assert chosen == ["Choose one."]
    form = mona.get(
        f"/admin/games/game/{game.pk}/act/take_back/?keep=2&hand=2&reason=Put+into+the+form"
    ).content.decode()
    assert '<option value="2" selected>' in form
    assert "Put into the form" not in form
    judge = make_staff("judge", "moderator")
    turns_take_back(actor=judge, public_id=game.public_id, reason="A wrong click.", hand=2, keep=1)
    shown = page(mona, game)
    assert [turn.number for turn in staff_game(game.pk).turns if turn.withdrawn] == [3, 2]
    assert shown.count('class="is-withdrawn"') == 2
    assert "A wrong click." in shown
    assert "take_back/?keep=2" not in shown


def test_each_role_sees_the_reports_signals_and_mails_it_may(scene: Scene, boss: Client, mona: Client) -> None:
    game, (alice, bob, *_others) = scene.running, scene.people
    at = timezone.now()
    line = ChatLine.objects.create(game=game, user=bob, text="<b>rude</b>", created_at=at)
    Report.objects.create(reporter=alice, accused=bob, game=game, line=line, kind="chat", created_at=at)
    Signal.objects.create(
        kind="network", people=[alice.pk, bob.pk], game=game, weight=3.0, first_seen_at=at, last_seen_at=at
    )
    helper = browser_of(make_staff("hal", "helper"))
    for browser, signals, mails, addresses in ((boss, True, True, True), (mona, True, True, False)):
        shown = page(browser, game)
        assert "<b>rude</b></p>" in shown
        assert "alice about bob" in shown
        assert ("Same network in one game" in shown) == signals
        assert ("Notifications" in shown) == mails
        assert ("alice@example.org" in shown) == addresses
    shown = page(helper, game)
    assert "alice about bob" in shown
    assert "Same network" not in shown
    assert "Notifications" not in shown
    assert "@example.org" not in shown
    raw = helper.get(page_of(Game, "change", game.pk)).content.decode()
    assert "&lt;b&gt;rude&lt;/b&gt;" in raw


def test_each_act_is_done_with_its_reason(scene: Scene, mona: Client) -> None:
    game = scene.running
    assert act(mona, game, "pause", days="2") == 302
    assert "paused by a moderator" in page(mona, game)
    assert act(mona, game, "resume") == 302
    assert act(mona, game, "extend", hours="5") == 302
    game.refresh_from_db()
    assert act(mona, game, "pass", seat=str(game.to_act)) == 302
    seen = str(game.version)
    assert act(mona, game, "take_back", hand="2", keep="1", version=seen) == 422
    assert not Intervention.objects.filter(kind="take_back").exists()
    game.refresh_from_db()
    assert act(mona, game, "take_back", hand="2", keep="1", version=str(game.version)) == 302
    assert act(mona, game, "bot", seat="0", bot="berserker") == 302
    dora = make_person("newcomer")
    assert act(mona, game, "replace", seat="1", handle=dora.handle) == 302
    assert Seat.objects.get(game=game, number=1).user == dora
    assert act(mona, game, "lock_chat") == act(mona, game, "unlock_chat") == act(mona, game, "rebuild") == 302
    assert act(mona, game, "cancel", counts_for_rating="on") == 302
    game.refresh_from_db()
    assert (game.status, game.counts_for_rating) == ("cancelled", True)
    done = list(Intervention.objects.filter(game=game).order_by("pk").values_list("kind", flat=True))
    assert done == [
        *("pause", "resume", "extend", "pass", "take_back", "bot", "replace", "lock_chat", "unlock_chat", "cancel"),
    ]
    assert AuditEntry.objects.filter(game=game.public_id).count() == len(done) + 1
    assert "cancelled the game" in page(mona, game)


@pytest.mark.parametrize(
    ("slug", "given", "words"),
    [
        ("pause", {"days": "0"}, "1 at least."),
        ("pause", {"days": "366"}, "365 at most."),
        ("pause", {"reason": "  "}, "This field is required"),
        ("resume", {}, "paused"),
        ("extend", {"hours": "x"}, "whole number"),
        ("bot", {"seat": "5", "bot": "berserker"}, "“5” isn’t a choice."),
        ("bot", {"seat": "0", "bot": "cheat"}, "“cheat” isn’t a choice."),
        ("replace", {"seat": "0", "handle": "nobody-here"}, "No player has this username"),
        ("take_back", {"hand": "1", "keep": "1"}, "hand"),
        ("take_back", {"hand": "2", "keep": "40"}, "“40” isn’t a choice."),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(
    scene: Scene, mona: Client, slug: str, given: dict[str, str], words: str
) -> None:
    game = scene.running
    path = f"/admin/games/game/{game.pk}/act/{slug}/"
    answer = mona.post(path, {"reason": "Because.", "version": str(game.version), **given})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Intervention.objects.exists()
    assert not AuditEntry.objects.exists()
    version = game.version
    game.refresh_from_db()
    assert game.version == version


def test_a_moderator_who_plays_there_is_refused_in_words(scene: Scene) -> None:
    judge = scene.people[0]
    judge.is_superuser = judge.is_staff = True
    judge.save()
    answer = browser_of(judge).post(f"/admin/games/game/{scene.running.pk}/act/pause/", {"reason": "Because."})
    assert answer.status_code == 422
    assert "Someone else must decide." in answer.content.decode()


def test_opened_cards_are_shown_once_and_to_their_asker(scene: Scene) -> None:
    game = scene.running
    carla = browser_of(make_staff("carla", "moderator", "cards"))
    path = f"/admin/games/game/{game.pk}/act/open/"
    assert 'class="card ' not in carla.get(path).content.decode()
    answer = carla.post(path, {"reason": "A report."})
    assert answer.status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]
    state = state_of(game)
    held = sum(map(len, state.hands))
    laid = len(state.table)
    assert answer.content.decode().count('<svg class="card card-t') == held + laid
    assert Peek.objects.get().reason == "A report."
    assert "viewed the cards of hand 2 after turn 3" in page(carla, game)
    # The page shows that cards were opened, but not which.
    assert "card-" not in words_of(carla, page_of(Peek, "change", Peek.objects.get().pk)).replace("card-sprite", "")


def test_a_game_that_has_not_begun_and_one_that_is_over_have_their_page(scene: Scene, boss: Client) -> None:
    shown = page(boss, scene.offer)
    assert "Nothing here." in shown
    assert 'act/cancel/"' in shown
    assert 'act/pause/"' not in shown
    assert act(boss, scene.offer, "cancel") == 302
    shown = page(boss, scene.offer)
    assert 'act/cancel/"' not in shown
    assert act(boss, scene.offer, "cancel") == 422


def test_the_page_asks_a_bounded_number_of_questions(scene: Scene, boss: Client) -> None:
    path = page_of(Game, "change", scene.running.pk)
    boss.get(path)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            boss.get(path)
        return len(captured)

    before = queries()
    at = timezone.now()
    ChatLine.objects.bulk_create(
        ChatLine(game=scene.running, user=person, text="Words", created_at=at) for person in scene.people[:2] * 9
    )
    Notice.objects.bulk_create(
        Notice(game=scene.running, user=scene.people[0], kind="turn", version=900 + row, due_at=at, created_at=at)
        for row in range(20)
    )
    assert queries() == before <= 25
