"""The page of the day's position, without a script, with and without an account."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.daily.owner import VISITOR_KEY
from games.engine import Card, parse_turn
from games.models import Position, PositionAnswer
from games.positions.selectors import LEAST_ANSWERS
from games.positions.services import day_position
from games.positions.stock import stock
from tests.daily.test_pages import drawn
from tests.factories import make_person
from tests.page_texts import main_of, markup_of, queries_of, words_of
from tests.positions.conftest import NOON, TODAY, moment_of, other_turn

PAGE = "/daily/position/2026-11-28/"


def form_of(position: Position, text: str) -> dict[str, Any]:
    turn = parse_turn(text)
    form: dict[str, Any] = {"version": position.pk, "action": "pass" if turn.is_pass else "play"}
    return form | {"card": list(map(str, turn.cards))} | ({"pickup": str(turn.pickup)} if turn.pickup else {})


def test_a_visitor_finds_the_best_turn(client: Client, db: None) -> None:
    assert client.get("/daily/position/").headers["Location"] == PAGE
    assert "From a game of bots." in markup_of(client.get(PAGE))
    assert VISITOR_KEY not in client.session, "reading stores nothing"
    position = Position.objects.get(day=TODAY)
    answer = client.post(PAGE, form_of(position, moment_of(position).best))
    assert (answer.status_code, answer.headers["Location"]) == (302, PAGE)
    after = words_of(client.get(PAGE))
    assert "Yes." in after
    assert "Played in the game" in after
    assert "Create an account" in after
    assert PositionAnswer.objects.get().right


def test_another_turn_is_missed_and_the_first_answer_stays(client: Client, position: Position) -> None:
    moment = moment_of(position)
    client.post(PAGE, form_of(position, other_turn(moment)))
    client.post(PAGE, form_of(position, moment.best))
    assert not PositionAnswer.objects.get().right
    assert "There’s a better turn." in words_of(client.get(PAGE))


def test_only_the_seats_own_cards_show_before_the_answer(client: Client, position: Position) -> None:
    moment = moment_of(position)
    seen = {str(card) for card in (*moment.view.cards, *moment.view.table, *moment.view.discarded)}
    known = {str(card) for cards in moment.view.known for card in cards}
    assert {str(card) for card in moment.view.cards} <= drawn(main_of(client.get(PAGE))) <= seen | known
    refused = client.post(PAGE, form_of(position, other_turn(moment)) | {"version": position.pk + 1})
    assert refused.status_code == 409
    assert drawn(main_of(refused)) <= seen | known
    client.post(PAGE, form_of(position, moment.best))
    everyones = {str(card) for cards in moment.state.hands for card in cards}
    assert drawn(main_of(client.get(PAGE))) >= everyones


def held(position: Position) -> set[Card]:
    return set(moment_of(position).view.cards)


def test_an_illegal_turn_is_refused_in_words(client: Client, position: Position) -> None:
    empty = client.post(PAGE, {"version": position.pk, "action": "play"})
    assert (empty.status_code, "Choose your cards" in words_of(empty)) == (422, True)
    strange = str(
        next(card for cards in moment_of(position).state.hands for card in cards if card not in held(position))
    )
    wrong = client.post(PAGE, {"version": position.pk, "action": "play", "card": strange})
    assert wrong.status_code == 422
    assert not PositionAnswer.objects.exists()


def test_cards_are_sorted_as_asked(client_of: Any, alice: User, position: Position) -> None:
    client = client_of(alice)
    assert client.post(PAGE, {"sort": "colour"}).status_code == 302
    assert 'value="number"' in main_of(client.get(PAGE))
    assert Client().post(PAGE, {"sort": "colour"}).cookies.get("sessionid") is None


@pytest.mark.parametrize("day", ["2026-11-29", "2026-10-01", "2026-11-20"])
def test_tomorrows_position_and_days_without_one_do_not_exist(client: Client, position: Position, day: str) -> None:
    assert client.get(f"/daily/position/{day}/").status_code == 404
    assert client.post(f"/daily/position/{day}/", {"action": "pass"}).status_code == 404
    assert Position.objects.exclude(day=None).count() == 1


def test_shares_show_once_enough_have_answered(client_of: Any, alice: User, position: Position) -> None:
    moment = moment_of(position)
    client = client_of(alice)
    client.post(PAGE, form_of(position, moment.best))
    assert "once enough people have answered" in words_of(client.get(PAGE))
    for number in range(LEAST_ANSWERS - 1):
        client_of(make_person(f"person{number}")).post(PAGE, form_of(position, other_turn(moment)))
    visitor = Client()
    visitor.post(PAGE, form_of(position, moment.best))
    shown = words_of(client.get(PAGE))
    assert "1 of 5 (20%)" in shown
    assert "4 of 5 (80%)" in shown


def test_past_positions_are_listed_and_can_still_be_answered(
    client_of: Any, alice: User, position: Position, noon: Any
) -> None:
    client = client_of(alice)
    assert "No day is over yet." in words_of(client.get("/daily/position/past/"))
    noon.move_to(NOON + timedelta(days=1))
    assert "not answered" in words_of(client.get("/daily/position/past/"))
    client.post(PAGE, form_of(position, moment_of(position).best))
    past = words_of(client.get("/daily/position/past/"))
    assert "28 Nov 2026" in past
    assert "right" in past
    noon.move_to(datetime(2026, 12, 29, 12, tzinfo=UTC))
    assert client.get(PAGE).status_code == 404


def test_a_visitor_who_logs_in_keeps_the_answer(client: Client, alice: User, position: Position) -> None:
    client.post(PAGE, form_of(position, moment_of(position).best))
    client.force_login(alice)
    answer = PositionAnswer.objects.get()
    assert (answer.user, answer.visitor) == (alice, "")
    assert "Yes." in words_of(client.get(PAGE))


def test_without_a_position_the_page_says_so(client: Client, position: Position, noon: Any) -> None:
    client.get(PAGE)
    Position.objects.all().delete()
    at = NOON
    Position.objects.bulk_create(
        Position(origin=origin, moment=line, kind="lead", cards=4, created_at=at, withdrawn_at=at)
        for origin, line in stock().items()
    )
    assert "There’s no position today." in words_of(client.get(PAGE))
    assert client.post(PAGE, {"action": "pass"}).status_code == 200


def test_other_pages_lead_to_it(client_of: Any, alice: User, client: Client) -> None:
    link = 'href="/daily/position/"'
    assert link in main_of(client_of(alice).get(reverse("home")))
    assert link in main_of(client.get("/learn/"))
    assert link in main_of(client.get("/daily/2026-11-28/"))


def test_each_page_reads_little(client_of: Any, alice: User, position: Position, noon: Any) -> None:
    """The session, the account and its preferences are three."""
    client = client_of(alice)
    client.get(PAGE)
    counted = {"question": queries_of(lambda: client.get(PAGE))}
    client.post(PAGE, form_of(position, moment_of(position).best))
    counted["result"] = queries_of(lambda: client.get(PAGE))
    noon.move_to(NOON + timedelta(days=1))
    assert day_position(TODAY + timedelta(days=1)) is not None
    counted["past"] = queries_of(lambda: client.get("/daily/position/past/"))
    assert counted == {"question": 5, "result": 6, "past": 5}
