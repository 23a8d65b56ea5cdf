"""A mail server that refuses, hangs or answers late while it is asked to."""

from __future__ import annotations

import asyncio
from collections import Counter
from email import message_from_bytes
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

# Longer than the site waits, and shorter.
HANG_S, LATE_S = 60.0, 8.0


class Mailroom:
    """The server's handler. `ways`: how it misbehaves now; `taken`: how often each email was accepted."""

    def __init__(self) -> None:
        self.refuses = self.hangs = self.is_late = False
        self.taken: Counter[str] = Counter()

    async def handle_MAIL(  # noqa: N802 - aiosmtpd's name
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[Any]
    ) -> str:
        if self.hangs:
            await asyncio.sleep(HANG_S)
        if self.refuses:
            return "451 Try again later"
        envelope.mail_from = address
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.is_late:
            await asyncio.sleep(LATE_S)
        message = message_from_bytes(envelope.original_content or b"")
        self.taken[str(message["Message-ID"])] += 1
        return "250 OK"


class MailServer:
    """A server in a thread of its own."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.room = Mailroom()
        self.controller = Controller(self.room, hostname="127.0.0.1", port=port)

    def start(self) -> None:
        self.controller.start()

    def stop(self) -> None:
        self.controller.stop()
