"""Signatures of our own format: Standard Webhooks (https://www.standardwebhooks.com)."""

import base64
import hashlib
import hmac
import secrets
from datetime import datetime
from typing import Final

PREFIX: Final = "whsec_"
_BYTES: Final = 32


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(_BYTES)).decode()


def signed_headers(message_id: str, body: bytes, secret: str, at: datetime) -> dict[str, str]:
    """The headers that name and sign a message, in our earlier form for a secret of before Standard Webhooks."""
    stamp = str(int(at.timestamp()))
    if not secret.startswith(PREFIX):
        signed = hmac.new(secret.encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
        return {"Odin-Id": message_id, "Odin-Timestamp": stamp, "Odin-Signature": f"sha256={signed}"}
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signature = hmac.new(key, f"{message_id}.{stamp}.".encode() + body, hashlib.sha256).digest()
    return {
        "webhook-id": message_id,
        "webhook-timestamp": stamp,
        "webhook-signature": f"v1,{base64.b64encode(signature).decode()}",
    }
