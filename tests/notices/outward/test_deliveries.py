"""What was sent to a webhook, and sending it again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.models import Game, Notice, Seat, Webhook
from games.notices.deliveries import DELIVERIES_PAGE, RESENDS_IN, RESENDS_MAX
from games.notices.outward.delivery import answer_words
from games.notices.outward.http_client import Response
from games.notices.webhooks import webhook_add
from tests.clients import ClientOf
from tests.notices.outward.server import Server
from tests.notices.outward.targets import make_notice
from tests.page_texts import main_of, queries_of, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def webhook(alice: User, server: Server) -> Webhook:
    return webhook_add(user=alice, kind="json", address=server.address("/news?key=secret-word"), name="Pier")


def page_of(webhook: Webhook) -> str:
    return f"/settings/channels/webhooks/{webhook.pk}/"


def over(game: Game, webhook: Webhook, **facts: Any) -> Notice:
    notice = make_notice(game, webhook.user, Notice.Kind.OVER, webhook=webhook)
    row = {"status": Notice.Status.SENT, "sent_at": timezone.now(), "answer": "200"} | facts
    Notice.objects.filter(pk=notice.pk).update(**row)
    notice.refresh_from_db()
    return notice


def again(client: Client, notice: Notice, **more: Any) -> Any:
    return client.post(f"/settings/channels/webhooks/{notice.webhook_id}/{notice.pk}/again/", follow=True, **more)


def test_the_page_says_what_was_sent_when_and_what_came_back(
    webhook: Webhook, game: Game, alice: User, client_of: ClientOf
) -> None:
    over(game, webhook, status="failed", sent_at=None, reason="the server answered: 500", answer="500 <b>Oops</b>")
    page = client_of(alice).get(page_of(webhook))
    words = words_of(page)
    assert f"Game over {game.title}" in words
    assert "failed: the server answered: 500" in words
    assert "Answer: 500 <b>Oops</b>" in words
    assert "&lt;b&gt;Oops" in main_of(page)
    assert "secret-word" not in page.content.decode()
    assert f'href="{page_of(webhook)}"' in main_of(client_of(alice).get("/settings/channels/"))


def test_an_answer_is_recorded_with_each_attempt(server: Server, webhook: Webhook, game: Game, alice: User) -> None:
    notice = over(game, webhook, status="waiting", sent_at=None, answer="", attempts=0)
    server.statuses = [503]
    tasks.notice_deliver(notice.pk)
    notice.refresh_from_db()
    assert (notice.status, notice.answer) == ("waiting", "503")
    with time_machine.travel(timezone.now() + timedelta(minutes=2), tick=True):
        tasks.notice_deliver(notice.pk)
    notice.refresh_from_db()
    assert (notice.status, notice.answer) == ("sent", "200")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"ok", "200 ok"),
        (b"", "200"),
        (b"one\ntwo\x00\x1b[1m\xff \xe2\x80\xaethree", "200 one two [1m� three"),
        (b"see https://example.org/secret", "200"),
        (b"x" * 1000, "200 " + "x" * 116),
    ],
)
def test_the_beginning_of_an_answer_is_shown_if_it_is_safe(body: bytes, words: str) -> None:
    assert answer_words(Response(200, body, public=True)) == words
    assert answer_words(Response(200, body, public=False)) == "200"


def test_a_notification_is_sent_again_under_its_id(
    server: Server, webhook: Webhook, game: Game, alice: User, client_of: ClientOf
) -> None:
    notice = over(game, webhook, status="failed", sent_at=None, attempts=6)
    client = client_of(alice)
    assert ">Send again<" in main_of(client.get(page_of(webhook)))
    assert "Sending it again." in words_of(again(client, notice))
    notice.refresh_from_db()
    assert (notice.status, notice.attempts) == (Notice.Status.WAITING, 0)
    assert ">Send again<" not in main_of(client.get(page_of(webhook)))
    tasks.notice_deliver(notice.pk)
    notice.refresh_from_db()
    assert notice.status == Notice.Status.SENT
    assert [request.headers["webhook-id"] for request in server.requests] == [f"notice-{notice.pk}"]


def _waits(notice: Notice) -> None:
    Notice.objects.filter(pk=notice.pk).update(status=Notice.Status.WAITING)


def _stopped(notice: Notice) -> None:
    Webhook.objects.update(stopped_at=timezone.now(), stopped_why="gone")


def _looked(notice: Notice) -> None:
    Seat.objects.update(looked_at=timezone.now())


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (_waits, "This notification is still being sent."),
        (_stopped, "This webhook is stopped. A successful test turns it back on."),
        (_looked, "Not sent again: you’ve looked at the game."),
    ],
)
def test_what_waits_or_is_out_of_date_is_not_sent_again(
    server: Server,
    webhook: Webhook,
    game: Game,
    alice: User,
    client_of: ClientOf,
    before: Callable[[Notice], None],
    words: str,
) -> None:
    notice = over(game, webhook)
    before(notice)
    kept = Notice.objects.filter(pk=notice.pk).values().get()
    answer = again(client_of(alice), notice)
    assert answer.status_code == 409
    assert words in words_of(answer)
    assert Notice.objects.filter(pk=notice.pk).values().get() == kept


def test_sending_again_is_limited(webhook: Webhook, game: Game, alice: User, client_of: ClientOf) -> None:
    notice, client = over(game, webhook), client_of(alice)
    for _press in range(RESENDS_MAX):
        assert again(client, notice).status_code == 200
        Notice.objects.filter(pk=notice.pk).update(status=Notice.Status.SENT)
    answer = again(client, notice)
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= RESENDS_IN.total_seconds()
    assert "Wait a little." in words_of(answer)
    script = again(client, notice, headers={"Accept": "application/json"})
    assert (script.status_code, script.json()["error"]) == (429, "resent_lately")
    assert 0 < int(script.headers["Retry-After"]) <= RESENDS_IN.total_seconds()


def test_other_peoples_deliveries_do_not_exist(
    webhook: Webhook, game: Game, alice: User, bob: User, client_of: ClientOf, client: Client
) -> None:
    notice = over(game, webhook)
    assert client_of(bob).get(page_of(webhook)).status_code == 404
    assert again(client_of(bob), notice).status_code == 404
    other = webhook_add(user=alice, kind="json", address="https://hooks.example.org/odin")
    path = f"/settings/channels/webhooks/{other.pk}/{notice.pk}/again/"
    assert client_of(alice).post(path).status_code == 404
    assert "/accounts/login/" in client.get(page_of(webhook)).headers["Location"]
    notice.refresh_from_db()
    assert notice.status == Notice.Status.SENT


def test_a_long_list_has_pages_and_costs_no_more_queries(
    webhook: Webhook, game: Game, alice: User, client_of: ClientOf
) -> None:
    client = client_of(alice)
    # Session, account with preferences, webhook, deliveries, games that wait.
    assert queries_of(lambda: client.get(page_of(webhook))) == 5
    first = over(game, webhook)
    for number in range(DELIVERIES_PAGE):
        first.pk, first.number = None, number + 1
        first.save()
    assert queries_of(lambda: client.get(page_of(webhook))) == 5
    assert main_of(client.get(page_of(webhook))).count(">Send again<") == DELIVERIES_PAGE
    assert main_of(client.get(page_of(webhook) + "?page=2")).count(">Send again<") == 1
