"""Browsers that agreed to show notices."""

import base64
import binascii
import hashlib

from cryptography.hazmat.primitives.asymmetric import ec
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.secret_box import seal
from games.errors import Refused
from games.models import PushSubscription
from games.notices.errors import ChannelReason
from games.notices.outward.address_check import address_of
from games.notices.outward.errors import Refused as AddressRefused
from games.outbox.channels import push_key
from games.people.locking import locked_preferences

DEVICES_MAX = 10
LABEL_MAX = 80
POINT_BYTES = 65
AUTH_BYTES = 16


@transaction.atomic(durable=True)
def subscription_add(*, user: User, endpoint: str, p256dh: str, auth: str, label: str = "") -> PushSubscription:
    """Keep a browser's subscription; one that is known already becomes this person's, with its new keys.

    `p256dh` and `auth` are the browser's key and secret in URL-safe base64. Raises Refused for nonsense, for
    more than ten devices, and where the site has no web push; Refused when the account is closed.
    """
    if not push_key():
        raise Refused(ChannelReason.NO_PUSH)
    _check(endpoint, p256dh, auth)
    # With the row that tells the outbox that the person may have more than mail.
    owner = locked_preferences(user).user
    known = endpoint_hash(endpoint)
    others = PushSubscription.objects.filter(user=owner).exclude(endpoint_hash=known)
    if others.count() >= DEVICES_MAX:
        raise Refused(ChannelReason.TOO_MANY_DEVICES)
    # Another row, not a changed one: notices that wait for the one before are somebody else's.
    PushSubscription.objects.filter(endpoint_hash=known).exclude(user=owner).delete()
    keys = {"user": owner, "p256dh": p256dh, "auth": auth, "label": " ".join(label.split())[:LABEL_MAX]}
    subscription, _made = PushSubscription.objects.update_or_create(
        endpoint_hash=known,
        defaults=keys,
        create_defaults={**keys, "sealed_endpoint": seal(endpoint.encode()), "created_at": timezone.now()},
    )
    return subscription


@transaction.atomic(durable=True)
def subscription_remove(*, user: User, subscription_id: int) -> None:
    """Forget a device. Raises Refused when it is not the person's."""
    deleted, _rows = PushSubscription.objects.filter(pk=subscription_id, user=user).delete()
    if not deleted:
        raise Refused(ChannelReason.NO_SUCH_CHANNEL)


@transaction.atomic(durable=True)
def subscription_end(*, user: User, endpoint: str) -> None:
    """Forget the device that calls itself by this endpoint; none such is none to forget."""
    PushSubscription.objects.filter(endpoint_hash=endpoint_hash(endpoint), user=user).delete()


def endpoint_hash(endpoint: str) -> str:
    """What tells endpoints apart without keeping them: SHA-256 in hex."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def _check(endpoint: str, p256dh: str, auth: str) -> None:
    """Raise Refused unless messages can be sealed for these keys and sent to this address."""
    try:
        address = address_of(endpoint)
    except AddressRefused as refused:
        raise Refused(ChannelReason.BAD_ADDRESS, refused.reason) from None
    # Push services go by names, and the proof of who sends (RFC 8292) is made for one.
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
    """What URL-safe base64 says, with or without its padding; nothing for what is none."""
    try:
        return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return b""
