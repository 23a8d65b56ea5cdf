"""Signatures, verified as receivers do: by the library of Standard Webhooks."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from standardwebhooks import Webhook as Receiver
from standardwebhooks import WebhookVerificationError

from accounts.models import User
from accounts.secret_box import seal
from games.models import Game, Webhook
from games.notices.outward import deliver, notice_news
from games.notices.webhooks import webhook_add
from tests.notices.outward.server import Request, Server
from tests.notices.outward.targets import make_notice

pytestmark = pytest.mark.django_db


@pytest.fixture
def webhook(alice: User, server: Server) -> Webhook:
    return webhook_add(user=alice, kind="json", address=server.address("/news"))


def sent(server: Server, webhook: Webhook, game: Game, user: User) -> Request:
    notice = make_notice(game, user, webhook=webhook)
    deliver(notice, notice_news(notice))
    return server.requests[-1]


def headers_of(request: Request) -> dict[str, str]:
    return dict(request.headers.items())


def test_the_library_accepts_a_message(server: Server, webhook: Webhook, game: Game, alice: User) -> None:
    request = sent(server, webhook, game, alice)
    content = Receiver(webhook.secret).verify(request.body, headers_of(request))
    assert content["id"] == request.headers["webhook-id"]
    assert content["game"] == game.public_id


def test_a_message_that_is_sent_again_has_its_id_and_a_new_time(
    server: Server, webhook: Webhook, game: Game, alice: User
) -> None:
    first = sent(server, webhook, game, alice)
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=True):
        again = sent(server, webhook, game, alice)
        Receiver(webhook.secret).verify(again.body, headers_of(again))
        with pytest.raises(WebhookVerificationError, match="too old"):
            Receiver(webhook.secret).verify(first.body, headers_of(first))
    assert first.headers["webhook-id"] == again.headers["webhook-id"]


@pytest.mark.parametrize("damaged", ["body", "webhook-id", "webhook-timestamp", "secret"])
def test_the_library_refuses_what_was_changed(
    server: Server, webhook: Webhook, game: Game, alice: User, damaged: str
) -> None:
    request, secret = sent(server, webhook, game, alice), webhook.secret
    headers, body = headers_of(request), request.body
    match damaged:
        case "body":
            body = body.replace(b'"turn"', b'"over"')
        case "secret":
            secret = webhook_add(user=alice, kind="json", address=server.address("/other")).secret
        case _:
            headers[damaged] = str(int(request.headers["webhook-timestamp"]) - 1)
    with pytest.raises(WebhookVerificationError):
        Receiver(secret).verify(body, headers)


def test_a_webhook_from_before_keeps_its_secret_and_headers(
    server: Server, webhook: Webhook, game: Game, alice: User
) -> None:
    webhook.sealed_secret = seal(b"an-old-secret")
    webhook.save()
    request = sent(server, webhook, game, alice)
    assert request.headers["Odin-Signature"].startswith("sha256=")
    assert request.headers["Odin-Id"] == json.loads(request.body)["id"]
    assert "webhook-signature" not in request.headers
