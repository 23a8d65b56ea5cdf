"""Tells operators a few lines, by their webhook and by email."""

from __future__ import annotations

import json
import logging
import smtplib
import urllib.request
from collections.abc import Sequence
from http.client import HTTPException
from typing import Final

from django.conf import settings
from django.core.mail import mail_admins

from odinsite.logs.hiding import hide_secrets

WAIT_S: Final = 10.0
# Discord takes no more.
TEXT_MAX: Final = 1900
log = logging.getLogger(__name__)


def alarm_tell(title: str, lines: Sequence[str]) -> bool:
    """Send to ALARM_URL and ADMINS, where they are set. Returns whether one of them took it."""
    words = hide_secrets("\n".join([f"{settings.SITE_NAME} ({settings.PUBLIC_URL}): {title}", *lines]))
    ways = []
    if settings.ALARM_URL:
        ways.append(_post(words[:TEXT_MAX]))
    if settings.ADMINS:
        ways.append(_mail(title, words))
    return any(ways)


def _post(words: str) -> bool:
    """Post the words under the names that Slack, Mattermost, Discord and others read."""
    request = urllib.request.Request(  # noqa: S310 - the settings accept http and https
        settings.ALARM_URL,
        json.dumps({"text": words, "content": words}).encode(),
        {"Content-Type": "application/json", "User-Agent": "odin-by-web"},
    )
    try:
        with urllib.request.urlopen(request, timeout=WAIT_S):  # noqa: S310
            return True
    except (OSError, HTTPException) as error:
        # The address may hold a secret.
        log.warning("ALARM_URL did not take the alarm: %s", getattr(error, "code", None) or type(error).__name__)
        return False


def _mail(title: str, words: str) -> bool:
    try:
        mail_admins(title, f"{words}\n")
    except (OSError, smtplib.SMTPException) as error:
        log.warning("The mail server did not take the alarm: %s", type(error).__name__)
        return False
    return True
