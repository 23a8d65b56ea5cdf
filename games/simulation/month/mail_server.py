"""The SMTP server of a simulated month: accepts emails and records their time."""

import asyncio
import logging
import re
import socket
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default as modern
from queue import Empty, SimpleQueue
from threading import Condition, Event
from typing import Self

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.utils import timezone

HOST = "127.0.0.1"
# The library logs every line of SMTP.
logging.getLogger("mail.log").setLevel(logging.WARNING)
TURN_LINK = re.compile(r"/m/([^/\s]+)/")
# How many seconds a sender is delayed so that it can be killed.
HOLD_S = 2.0
# How long it may take to notice a dead client, in seconds.
PATIENCE_S = 5.0


@dataclass(frozen=True)
class ReceivedMail:
    """An email as received. `message_id`: the header. `at`: simulated. `links`: tokens of its links that play turns."""

    message_id: str
    to: str
    subject: str
    at: datetime
    links: tuple[str, ...] = ()


class Conversations:
    """Counts open connections."""

    def __init__(self) -> None:
        self._count = 0
        self._changed = Condition()

    def changed(self, by: int) -> None:
        with self._changed:
            self._count += by
            self._changed.notify_all()

    def wait_for_end(self) -> bool:
        """Wait until no conversation is open. Returns False after a timeout."""
        with self._changed:
            return self._changed.wait_for(lambda: self._count == 0, PATIENCE_S)


class _Counted(SMTP):
    """Reports begin and end, also when the client dies."""

    conversations: Conversations

    def connection_made(self, transport: object) -> None:
        self.conversations.changed(+1)
        super().connection_made(transport)  # type: ignore[arg-type]

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self.conversations.changed(-1)


class MailServer:
    """A mail server in its own thread. `busy()`: whether to answer 451 (try again later)."""

    def __init__(self, busy: Callable[[], bool]) -> None:
        self.address = (HOST, _free_port())
        self._busy = busy
        self._mails: SimpleQueue[ReceivedMail] = SimpleQueue()
        self._held: Event | None = None
        self._conversations = Conversations()
        self._controller = _Controller(self, *self.address)
        self._controller.conversations = self._conversations

    def __enter__(self) -> Self:
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()

    def fresh(self) -> list[ReceivedMail]:
        """The emails since the last call."""
        mails = []
        while True:
            try:
                mails.append(self._mails.get_nowait())
            except Empty:
                return mails

    def hold_next(self) -> Event:
        """Delay the answer to the next email; the event is set when the email is accepted."""
        self._held = Event()
        return self._held

    def settle(self) -> None:
        """Wait for the end of all connections, also those of killed workers."""
        if not self._conversations.wait_for_end():
            raise TimeoutError("a conversation with the mail server does not end")

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self._busy():
            return "451 busy, try again later"
        mail = message_from_bytes(envelope.original_content or b"", EmailMessage, policy=modern)
        text = mail.get_body(preferencelist=("plain",))
        links = tuple(TURN_LINK.findall(text.get_content())) if text is not None else ()
        message_id, subject = str(mail["Message-ID"] or ""), str(mail["Subject"] or "")
        for address in envelope.rcpt_tos:
            self._mails.put(ReceivedMail(message_id.strip(), address, subject, timezone.now(), links))
        if self._held is not None:
            held, self._held = self._held, None
            held.set()
            await asyncio.sleep(HOLD_S)
        return "250 taken"


class _Controller(Controller):
    conversations: Conversations

    def factory(self) -> SMTP:
        server = _Counted(self.handler, **self.SMTP_kwargs)
        server.conversations = self.conversations
        return server


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port
