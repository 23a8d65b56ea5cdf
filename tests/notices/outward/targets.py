"""Targets of what leaves the site."""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass
from datetime import UTC, datetime

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.utils import timezone

from accounts.models import User
from games.models import Game, Notice, PushSubscription, Webhook
from games.notices.devices import subscription_add
from games.notices.outward.payload import News
from tests.clients import session_of

AT = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
DUE = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
NEWS = News(
    id="notice-7",
    kind="turn",
    game="k3VbX9aQ2m",
    title="Long night",
    words="It is your turn in Long night.",
    address="https://odin.example.org/g/k3VbX9aQ2m/",
    version=17,
    at=AT,
    deadline_at=DUE,
    deadline_words="Due 22 November 2026, 19:00.",
    waiting=3,
)


@dataclass(frozen=True)
class Browser:
    private: ec.EllipticCurvePrivateKey
    auth: bytes

    @property
    def p256dh(self) -> str:
        raw = self.private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return text_of(raw)


def make_browser() -> Browser:
    return Browser(ec.generate_private_key(ec.SECP256R1()), os.urandom(16))


def text_of(raw: bytes) -> str:
    """The bytes in URL-safe base64 without padding, as browsers write them."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def subscribe(user: User, endpoint: str, browser: Browser | None = None) -> PushSubscription:
    browser = browser or make_browser()
    return subscription_add(
        user=user,
        session_key=session_of(user).pk,
        endpoint=endpoint,
        p256dh=browser.p256dh,
        auth=text_of(browser.auth),
        label="Firefox, Linux",
    )


def make_notice(
    game: Game | None,
    user: User,
    kind: Notice.Kind = Notice.Kind.TURN,
    *,
    about: int = 0,
    webhook: Webhook | None = None,
    subscription: PushSubscription | None = None,
    attempts: int = 1,
) -> Notice:
    """A notification to a webhook or device; the game's own if it exists."""
    at = timezone.now()
    target = webhook or subscription
    version = game.version if game is not None else 0
    event = {"kind": kind, "game": game, "user": user, "version": version, "target": target.pk if target else 0}
    channel = Notice.Channel.PUSH if subscription else Notice.Channel.WEBHOOK
    way = {"webhook": webhook, "subscription": subscription, "attempts": attempts, "status": Notice.Status.SENDING}
    notice, _made = Notice.objects.update_or_create(
        **event, about=about, channel=channel, defaults=way, create_defaults={**way, "created_at": at, "due_at": at}
    )
    return notice
