"""Checks that every command and the web process run."""

from collections.abc import Sequence
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core import checks


def public_address(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[checks.CheckMessage]:
    if settings.HTTPS or is_local(urlsplit(settings.PUBLIC_URL).hostname or ""):
        return []
    return [
        checks.Warning(
            f"{settings.PUBLIC_URL} is not https: passwords travel unprotected, and cookies are not marked Secure.",
            hint="Put a proxy with TLS in front, and set PUBLIC_URL to its https address.",
            id="odinsite.W001",
        )
    ]


def is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
