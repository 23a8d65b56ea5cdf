"""Where a person is told beside the mail: their webhooks and devices, with no address of them."""

import base64
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts.models import User
from games.models import PushSubscription, Webhook
from games.sealing import Unreadable, unseal

# The outcome of a test that worked; pages show it through gettext.
ARRIVED = gettext_noop("it arrived")
# A test that has no outcome by now was lost on its way; the next may be asked for.
TEST_PATIENCE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class WebhookLine:
    """A webhook on its owner's page. `secret` is there for the plain kind only, and for nobody else to see.

    `testing`: a test is on its way; `test_lost`: one was, and nobody knows what became of it.
    """

    pk: int
    kind: str
    kind_words: str
    name: str
    hint: str
    secret: str
    failures: int
    stopped_at: datetime | None
    stopped_why: str
    tested_at: datetime | None
    test_outcome: str
    test_worked: bool
    testing: bool
    test_lost: bool


def webhooks_of(user: User) -> list[WebhookLine]:
    """The person's webhooks, oldest first. One query."""
    return [_line(webhook, timezone.now()) for webhook in Webhook.objects.filter(user=user).order_by("pk")]


def webhooks_open(user: User) -> QuerySet[Webhook]:
    """Those that news may be posted to."""
    return Webhook.objects.filter(user=user, stopped_at__isnull=True).order_by("pk")


def subscriptions_of(user: User) -> QuerySet[PushSubscription]:
    """The person's devices, oldest first."""
    return PushSubscription.objects.filter(user=user).order_by("pk")


def subscriptions_open(user: User) -> QuerySet[PushSubscription]:
    """Those that notices may be sent to: none where this site has no web push."""
    return subscriptions_of(user) if settings.VAPID_PRIVATE_KEY else PushSubscription.objects.none()


def push_key() -> str:
    """The key that browsers subscribe with, URL-safe base64; empty where this site has no web push."""
    return _public_key(settings.VAPID_PRIVATE_KEY) if settings.VAPID_PRIVATE_KEY else ""


@cache
def _public_key(private: str) -> str:
    number = int.from_bytes(base64.urlsafe_b64decode(private + "=" * (-len(private) % 4)), "big")
    point = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    raw = point.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _line(webhook: Webhook, at: datetime) -> WebhookLine:
    waits = webhook.tested_at is not None and not webhook.test_outcome
    lost = waits and webhook.tested_at is not None and at - webhook.tested_at >= TEST_PATIENCE
    return WebhookLine(
        pk=webhook.pk,
        kind=webhook.kind,
        kind_words=webhook.get_kind_display(),
        name=webhook.name,
        hint=webhook.hint,
        secret=_secret(webhook),
        failures=webhook.failures,
        stopped_at=webhook.stopped_at,
        stopped_why=webhook.stopped_why,
        tested_at=webhook.tested_at,
        test_outcome=webhook.test_outcome,
        test_worked=webhook.test_outcome == ARRIVED,
        testing=waits and not lost,
        test_lost=lost,
    )


def _secret(webhook: Webhook) -> str:
    try:
        return unseal(webhook.sealed_secret).decode() if webhook.sealed_secret else ""
    except Unreadable:
        return ""
