"""A person's webhooks and devices, without their addresses."""

import base64
from functools import cache

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.sign_in.sessions import session_is_open
from games.models import PushSubscription, Webhook


def own_webhooks(user: User) -> list[Webhook]:
    """The person's webhooks, oldest first. One query."""
    return list(Webhook.objects.filter(user=user).order_by("pk"))


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
