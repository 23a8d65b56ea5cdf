"""A mail server whose refusals tests choose."""

from __future__ import annotations

import asyncio
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Self

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.live.children import free_port


class Server:
    """A mail server. `rcpt` and `data` are answers given once each; HANG_UP disconnects after the email without an
    answer.
    """

    HANG_UP = "hang up"

    def __init__(self, address: tuple[str, int] | None = None) -> None:
        self.mails: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.rcpt: list[str] = []
        self.data: list[str] = []
        self.address = address or ("127.0.0.1", free_port())
        self._controller = Controller(self, *self.address)

    def __enter__(self) -> Self:
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        if self._controller.server is not None:
            self._controller.stop()

    async def handle_RCPT(  # noqa: N802 - the library's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, rcpt_options: list[str]
    ) -> str:
        if self.rcpt:
            return self.rcpt.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        mail = message_from_bytes(envelope.original_content or b"", EmailMessage, policy=default)
        answer = self.data.pop(0) if self.data else ""
        if answer not in ("", self.HANG_UP):
            return answer
        self.mails.append(mail)
        self.recipients += envelope.rcpt_tos
        if answer and isinstance(server.transport, asyncio.Transport):
            server.transport.abort()
        return "250 taken"


def part(mail: EmailMessage, kind: str) -> str:
    found = mail.get_body(preferencelist=(kind,))
    assert found is not None
    return str(found.get_content())
