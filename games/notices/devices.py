"""Browsers that receive push messages."""

import base64
import binascii
import hashlib

from cryptography.hazmat.primitives.asymmetric import ec
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.secret_box import seal
from games.errors import Refused
from games.models import PushSubscription
from games.notices.errors import ChannelReason
from games.notices.outward.address_check import parse_address
from games.notices.outward.errors import DeliveryRefused
from games.outbox.channels import own_devices, push_key
from games.people.locking import locked_preferences

DEVICES_MAX = 10
LABEL_MAX = 80
POINT_BYTES = 65
AUTH_BYTES = 16


@transaction.atomic(durable=True)
def subscription_add(
    *, user: User, session_key: str, endpoint: str, p256dh: str, auth: str, label: str = ""
) -> PushSubscription:
    """Save a browser's subscription, which ends with the session; a known one moves to this person and session, with
    its new keys. `p256dh` and `auth`: key and secret in URL-safe base64. Raises Refused.
    """
    if not push_key():
        raise Refused(ChannelReason.NO_PUSH)
    _check(endpoint, p256dh, auth)
    # Locks the row that shows the outbox the channels besides email.
    preferences = locked_preferences(user)
    owner = preferences.user
    known = endpoint_hash(endpoint)
    # Locked, as a log-out may delete it at the same time.
    session = Session.objects.select_for_update(no_key=True).filter(pk=session_key).first()
    if session is None:
        raise Refused(ChannelReason.LOGGED_OUT)
    if sum(device.endpoint_hash != known for device in own_devices(owner)) >= DEVICES_MAX:
        raise Refused(ChannelReason.TOO_MANY_DEVICES)
    # A new row, not a changed one: the old row's notifications belong to its former owner.
    PushSubscription.objects.filter(endpoint_hash=known).exclude(user=owner).delete()
    keys = {
        "user": owner,
        "session": session,
        "p256dh": p256dh,
        "auth": auth,
        "label": " ".join(label.split())[:LABEL_MAX],
    }
    subscription, _made = PushSubscription.objects.update_or_create(
        endpoint_hash=known,
        defaults=keys,
        create_defaults={**keys, "sealed_endpoint": seal(endpoint.encode()), "created_at": timezone.now()},
    )
    preferences.push_answered_at = timezone.now()
    preferences.save(update_fields=["push_answered_at"])
    return subscription


@transaction.atomic(durable=True)
def subscription_remove(*, user: User, subscription_id: int) -> None:
    """Remove a device. Raises Refused if it is not the person's."""
    deleted, _rows = PushSubscription.objects.filter(pk=subscription_id, user=user).delete()
    if not deleted:
        raise Refused(ChannelReason.NO_SUCH_CHANNEL)


@transaction.atomic(durable=True)
def subscription_end(*, user: User, endpoint: str) -> None:
    PushSubscription.objects.filter(endpoint_hash=endpoint_hash(endpoint), user=user).delete()


def endpoint_hash(endpoint: str) -> str:
    """The SHA-256 of the endpoint, in hex."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def _check(endpoint: str, p256dh: str, auth: str) -> None:
    """Check that messages can be encrypted for these keys and sent to this address. Raises Refused."""
    try:
        address = parse_address(endpoint)
    except DeliveryRefused as refused:
        raise Refused(ChannelReason.BAD_ADDRESS, refused.reason) from None
    # Push services have names, and the token of RFC 8292 is made for one.
    if ":" in address.host:
        raise Refused(ChannelReason.BAD_SUBSCRIPTION)
    point, word = _bytes(p256dh), _bytes(auth)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        point = b""
    if len(point) != POINT_BYTES or len(word) != AUTH_BYTES:
        raise Refused(ChannelReason.BAD_SUBSCRIPTION)


def _bytes(text: str) -> bytes:
    """Decode URL-safe base64, with or without padding; b"" if invalid."""
    try:
        return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return b""
