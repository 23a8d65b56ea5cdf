"""Web push, encrypted for one browser (RFC 8030, 8188, 8291, 8292)."""

import base64
import hashlib
import json
from datetime import datetime, timedelta
from email.utils import parseaddr
from typing import cast
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.utils import timezone
from py_vapid import Vapid

from games.models import Notice, PushSubscription
from games.notices.outward.address_check import Address
from games.notices.outward.payload import News

# Services take 4096 bytes encrypted, a little more than a hundred of them overhead.
WORDS_MAX = 500
TURN_KINDS = (Notice.Kind.TURN, Notice.Kind.REMINDER)
URGENT = (*TURN_KINDS, Notice.Kind.TIMEOUT)
# How long services keep a message for an offline device if there is no deadline.
UNDELIVERED_FOR = timedelta(days=3)
KEPT_AT_MOST = timedelta(days=28)
KEPT_AT_LEAST = timedelta(minutes=1)
TOPIC_LENGTH = 32
# Services refuse tokens valid for more than a day.
TOKEN_LIFE = timedelta(hours=12)


def message(news: News, subscription: PushSubscription, address: Address) -> tuple[bytes, dict[str, str]]:
    """The message's body and headers; `address` is the subscription's."""
    sealed = http_ece.encrypt(
        payload(news),
        # RFC 8291: a new key for each message.
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_decoded(subscription.p256dh),
        auth_secret=_decoded(subscription.auth),
        version="aes128gcm",
    )
    at = timezone.now()
    claims = {"aud": address.origin, "sub": _contact(), "exp": int((at + TOKEN_LIFE).timestamp())}
    vapid = Vapid.from_raw(settings.VAPID_PRIVATE_KEY.encode())
    # Otherwise it refuses contacts with a port, or mail servers without a dot.
    vapid.conf = {"no-strict": True}
    proof = vapid.sign(claims)
    return cast(bytes, sealed), {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "Authorization": proof["Authorization"],
        "TTL": str(_seconds_to_live(news, at)),
        "Urgency": "high" if news.kind in URGENT else "normal",
        # Replaces a message about the same game that the service still holds.
        "Topic": hashlib.sha256(news.tag.encode()).hexdigest()[:TOPIC_LENGTH],
    }


def _decoded(text: str) -> bytes:
    """Decode URL-safe base64, with or without padding."""
    bare = text.rstrip("=")
    return base64.urlsafe_b64decode(bare + "=" * (-len(bare) % 4))


def payload(news: News) -> bytes:
    """The message for odinsite/static/odin/js/site/worker.js. It has no cards, because locked screens show it."""
    words = " ".join(part for part in (news.words, news.deadline_words) if part)
    content = {
        "title": news.title,
        "body": words[:WORDS_MAX],
        "address": urlsplit(news.address).path,
        "tag": news.tag,
        # Shown until the turn is taken.
        "turn": news.kind in TURN_KINDS,
        "waiting": news.waiting,
        "at": int(news.at.timestamp() * 1000),
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _seconds_to_live(news: News, at: datetime) -> int:
    """How many seconds a push service stores the message: a turn's until it is due."""
    kept = news.deadline_at - at if news.deadline_at is not None else UNDELIVERED_FOR
    return int(min(max(kept, KEPT_AT_LEAST), KEPT_AT_MOST).total_seconds())


def _contact() -> str:
    """The address at which push services may write to us."""
    return settings.PUBLIC_URL if settings.HTTPS else f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"
