"""Emails of errors to ADMINS."""

from __future__ import annotations

import logging
import socket
from typing import Final

from django.core.mail import mail_admins

from odinsite.alarms.handlers import ReportHandler
from odinsite.alarms.places import Places
from odinsite.logs.hiding import hide_secrets

HOUR_S: Final = 3600.0
# Of one process in an hour.
MOST: Final = 10
SUBJECT_MAX: Final = 150


class ErrorMailHandler(ReportHandler):
    """Sends an email for each place that fails, at most once an hour. It has the line of the log with its traceback,
    without variables, request or settings.
    """

    def __init__(self) -> None:
        super().__init__(Places(period_s=HOUR_S, most=MOST))

    def report(self, record: logging.LogRecord, place: str, text: str, unreported: int) -> None:
        more = f"\n\nThis happened {unreported} more times since the last email.\n" if unreported else "\n"
        subject = " ".join(hide_secrets(place).split())[:SUBJECT_MAX]
        mail_admins(subject, f"On {socket.gethostname()}:\n\n{text}{more}")
