"""What a mail server's refusal means."""

import re
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPResponseException
from typing import NamedTuple

PERMANENT = 500
_ADDRESS = re.compile(r"\S+@\S+")


class Refused(NamedTuple):
    """Why a mail was not taken, in words without an address, and whether trying again is pointless."""

    reason: str
    permanent: bool


def refused(error: OSError) -> Refused:
    """What `error`, raised in sending to one recipient, says.

    Only what is said of the recipient or of the whole message can be final: a refused sender, a failed login or a
    server that does not answer are the operator's to mend, and the mail waits for that.
    """
    match error:
        case SMTPRecipientsRefused():
            code, words = next(iter(error.recipients.values()), (0, b""))
            return Refused(_reason(f"{code} {_text(words)}"), permanent=code >= PERMANENT)
        case SMTPResponseException():
            final = isinstance(error, SMTPDataError) and error.smtp_code >= PERMANENT
            return Refused(_reason(f"{error.smtp_code} {_text(error.smtp_error)}"), permanent=final)
        case _:
            return Refused(_reason(f"{type(error).__name__} {error.strerror or ''}"), permanent=False)


def _text(words: bytes | str) -> str:
    return words.decode("utf-8", "replace") if isinstance(words, bytes) else words


def _reason(text: str) -> str:
    """In one line, and without addresses, which belong neither into logs nor into the admin's lists."""
    return " ".join(_ADDRESS.sub("…", text).split())
