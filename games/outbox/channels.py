"""A person's webhooks and devices, without their addresses."""

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
from accounts.secret_box import Unreadable, unseal
from accounts.sign_in.sessions import session_is_open
from games.models import PushSubscription, Webhook

# The outcome of a successful test; pages translate it.
ARRIVED = gettext_noop("it arrived")
# A test without outcome after this long counts as lost.
TEST_TIMEOUT = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class WebhookLine:
    """A webhook in the settings. `secret` is for the JSON kind only. `testing`: under way; `test_lost`: never reported
    back.
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


def own_webhooks(user: User) -> list[WebhookLine]:
    """The person's webhooks, oldest first. One query."""
    return [_webhook_line(webhook, timezone.now()) for webhook in Webhook.objects.filter(user=user).order_by("pk")]


def active_webhooks(user: User) -> QuerySet[Webhook]:
    return Webhook.objects.filter(user=user, stopped_at__isnull=True).order_by("pk")


def own_devices(user: User) -> list[PushSubscription]:
    """The devices on which the person is logged in, oldest first. One query."""
    return [device for device in _devices(user).select_related("session") if session_is_open(device.session, user)]


def active_devices(user: User) -> QuerySet[PushSubscription]:
    """The person's devices; none if this site has no web push. The sender checks whether a password has changed since
    the login.
    """
    return _devices(user) if settings.VAPID_PRIVATE_KEY else PushSubscription.objects.none()


def _devices(user: User) -> QuerySet[PushSubscription]:
    return PushSubscription.objects.filter(user=user, session__expire_date__gt=timezone.now()).order_by("pk")


def push_key() -> str:
    """The public key of web push, in URL-safe base64, or "" if this site has no web push."""
    return _public_key(settings.VAPID_PRIVATE_KEY) if settings.VAPID_PRIVATE_KEY else ""


@cache
def _public_key(private: str) -> str:
    number = int.from_bytes(base64.urlsafe_b64decode(private + "=" * (-len(private) % 4)), "big")
    point = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    raw = point.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _webhook_line(webhook: Webhook, at: datetime) -> WebhookLine:
    waits = webhook.tested_at is not None and not webhook.test_outcome
    lost = waits and webhook.tested_at is not None and at - webhook.tested_at >= TEST_TIMEOUT
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
