"""Emails of a site under test, in the files that the embedded default writes."""

import email
import email.policy
import re
import time
from email.message import EmailMessage
from pathlib import Path

# Emails about turns wait until the reader has not looked for two minutes; the sweep runs every 15 s.
PATIENCE_S = 180.0


def mails_to(data: Path, address: str) -> list[EmailMessage]:
    """The emails to the address, oldest first."""
    files = sorted((data / "mail").glob("*.log"), key=lambda file: file.stat().st_mtime)
    texts = [text for file in files for text in re.split(r"^-{70,}$", file.read_text(), flags=re.MULTILINE)]
    mails = [email.message_from_string(text.strip(), policy=email.policy.default) for text in texts if text.strip()]
    return [mail for mail in mails if mail["To"] == address]


def wait_for_mail(data: Path, address: str, subject: str, link: str = "") -> EmailMessage:
    """The first email to the address whose subject contains `subject`, and its text `link`; waits for it."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        for mail in mails_to(data, address):
            if subject in mail["Subject"] and link in text_of(mail):
                return mail
        time.sleep(0.5)
    found = [mail["Subject"] for mail in mails_to(data, address)]
    raise AssertionError(f"no mail about {subject!r} came to {address}; there are {found}")


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def link_in(mail: EmailMessage, part: str) -> str:
    """The first link in the text that contains `part`."""
    found = re.search(rf"https?://\S*{part}\S*", text_of(mail))
    assert found, text_of(mail)
    return found[0]
