"""Reads the environment, with errors that say what to set. All raise ImproperlyConfigured."""

import base64
import binascii
import re
from collections.abc import Collection
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email

env = environ.Env()

MIN_SECRET_LENGTH = 32
MIN_SECRET_VARIETY = 10
FERNET_KEY_BYTES = 32
VAPID_KEY_BYTES = 32
DAYS_MAX = 3650
SITE_NAME_MAX = 40
OIDC_NAME_MAX = 20
# Private keys of P-256 are 1 to P256_ORDER - 1.
P256_ORDER = 0xFFFFFFFF_00000000_FFFFFFFF_FFFFFFFF_BCE6FAAD_A7179E84_F3B9CAC2_FC632551


def secret(name: str) -> str:
    """The secret. Raises ImproperlyConfigured for a weak one."""
    value = required(name)
    weak = len(value) < MIN_SECRET_LENGTH or len(set(value)) < MIN_SECRET_VARIETY
    if weak or value.startswith("django-insecure-"):
        raise ImproperlyConfigured(
            f"{name} is too weak: "
            f"use at least {MIN_SECRET_LENGTH} random characters, {MIN_SECRET_VARIETY} of them different."
        )
    return value


def optional_secret(name: str) -> str:
    """The secret, or "" if unset. Raises ImproperlyConfigured for a weak one."""
    return secret(name) if env.str(name, default="") else ""


def required(name: str, advised: str = "") -> str:
    """The value. `advised`: the setting to name in the error, if another."""
    value: str = env.str(name, default="")
    if not value:
        raise ImproperlyConfigured(
            f"{advised or name} is not set. Set it, or start with `manage.py up`, which brings all that it needs."
        )
    return value


def hook_secret(name: str) -> str:
    """Return "name:password" for basic authentication, "" if unset."""
    value: str = env.str(name, default="")
    user, _colon, password = value.partition(":")
    if value and (not user or len(password) < MIN_SECRET_LENGTH or len(set(password)) < MIN_SECRET_VARIETY):
        raise ImproperlyConfigured(
            f"{name} must be NAME:PASSWORD, the password at least {MIN_SECRET_LENGTH} random characters, or empty."
        )
    return value


def fernet_keys(name: str) -> list[str]:
    """The keys, comma-separated, newest first."""
    keys = [key.strip() for key in required(name).split(",") if key.strip()]
    for key in keys:
        try:
            sound = len(base64.b64decode(key, altchars=b"-_", validate=True)) == FERNET_KEY_BYTES
        except (binascii.Error, ValueError):
            sound = False
        if not sound:
            raise ImproperlyConfigured(f"{name} must hold keys of {FERNET_KEY_BYTES} random bytes in URL-safe base64.")
    return keys


def vapid_key(name: str) -> str:
    """The key for web push; "" if unset."""
    text: str = env.str(name, default="").strip()
    if not text:
        return ""
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raw = b""
    if len(raw) != VAPID_KEY_BYTES or not 0 < int.from_bytes(raw, "big") < P256_ORDER:
        raise ImproperlyConfigured(f"{name} must be {VAPID_KEY_BYTES} random bytes in URL-safe base64, or empty.")
    return text


def networks(name: str) -> list[IPv4Network | IPv6Network]:
    """The networks, comma-separated."""
    try:
        return [ip_network(text.strip()) for text in env.list(name, default=[]) if text.strip()]
    except ValueError as error:
        raise ImproperlyConfigured(f"{name}: {error}") from error


def public_url(text: str) -> str:
    """Scheme and host, without a final slash."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ImproperlyConfigured(f"PUBLIC_URL must look like https://odin.example.org, not like {text!r}.")
    return f"{parts.scheme}://{parts.netloc}"


def static_url(name: str) -> str:
    """Where browsers find static files: `/static/`, or that of a CDN."""
    text: str = env.str(name, default="").strip() or "/static/"
    parts = urlsplit(text)
    known = (parts.scheme in ("http", "https") and parts.hostname) or (text.startswith("/") and not parts.netloc)
    if not known or not parts.path.endswith("/static/") or parts.query or parts.fragment:
        raise ImproperlyConfigured(f"{name} must look like https://cdn.example.org/static/, not like {text!r}.")
    return text


def admin_path(name: str, taken: Collection[str]) -> str:
    """The path as "some/where/", starting with none of `taken`."""
    text: str = env.str(name, default="admin").strip("/")
    if not re.fullmatch(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*", text) or text.partition("/")[0].lower() in taken:
        raise ImproperlyConfigured(
            f"{name} must be a path of letters, digits, - and _, such as `staff-7f3a`, that no other page begins with."
        )
    return f"{text}/"


def days(name: str, default: int) -> int:
    """A number of days from 0 to 3650."""
    text: str = env.str(name, default=str(default)).strip()
    if not re.fullmatch(r"[0-9]{1,4}", text) or int(text) > DAYS_MAX:
        raise ImproperlyConfigured(f"{name} must be a number of days, 0 to {DAYS_MAX}.")
    return int(text)


def site_name(name: str, default: str) -> str:
    """The site's name: one line, because it also names the sender of emails."""
    text: str = env.str(name, default="").strip() or default
    if not text.isprintable() or len(text) > SITE_NAME_MAX:
        raise ImproperlyConfigured(f"{name} must be one line of at most {SITE_NAME_MAX} characters.")
    return text


def choice(name: str, choices: Collection[str], default: str) -> str:
    """One of the choices."""
    text: str = env.str(name, default="").strip() or default
    if text not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {text!r}.")
    return text


def web_address(name: str) -> str:
    """An address of http or https; "" if unset. The error does not name it, as it may hold a secret."""
    text: str = env.str(name, default="").strip()
    if text and (urlsplit(text).scheme not in ("http", "https") or not urlsplit(text).hostname):
        raise ImproperlyConfigured(f"{name} must look like https://chat.example.org/hooks/..., or be empty.")
    return text


def mail_addresses(name: str) -> list[str]:
    """Email addresses, comma-separated."""
    found = [text.strip() for text in env.list(name, default=[]) if text.strip()]
    for text in found:
        try:
            validate_email(text)
        except ValidationError:
            raise ImproperlyConfigured(f"{name} must hold email addresses, with commas between them.") from None
    return found


class OpenId(NamedTuple):
    """A provider that people may log in with."""

    name: str
    server_url: str
    client_id: str
    client_secret: str


OIDC = tuple(f"OIDC_{field.upper()}" for field in OpenId._fields)


def open_id() -> OpenId | None:
    """The OpenID Connect provider; None if no variable is set. All or none must be. People's passwords pass the server,
    so it needs TLS unless it is on this machine.
    """
    chosen = OpenId(
        name=env.str("OIDC_NAME", default="").strip(),
        server_url=env.str("OIDC_SERVER_URL", default="").strip().rstrip("/"),
        client_id=env.str("OIDC_CLIENT_ID", default="").strip(),
        client_secret=env.str("OIDC_CLIENT_SECRET", default="").strip(),
    )
    missing = [name for name, value in zip(OIDC, chosen, strict=True) if not value]
    if len(missing) == len(OIDC):
        return None
    if missing:
        raise ImproperlyConfigured(f"{', '.join(missing)}: not set. Set all of {', '.join(OIDC)}, or none.")
    if not chosen.name.isprintable() or len(chosen.name) > OIDC_NAME_MAX:
        raise ImproperlyConfigured(f"OIDC_NAME must be one line of at most {OIDC_NAME_MAX} characters.")
    parts = urlsplit(chosen.server_url)
    safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in ("localhost", "127.0.0.1", "::1"))
    if not safe or not parts.hostname or parts.query or parts.fragment:
        raise ImproperlyConfigured(f"OIDC_SERVER_URL must look like https://id.example.org, not {chosen.server_url!r}.")
    return chosen


def broker_url(redis_url: str) -> str:
    """The queue's address: for sockets scheme and option differ."""
    if not redis_url.startswith("unix://"):
        return redis_url
    parts = urlsplit(redis_url)
    database = parse_qs(parts.query).get("db", ["0"])[0]
    return f"redis+socket://{parts.path}?virtual_host={database}"
