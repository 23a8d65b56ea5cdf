"""The meaning of a mail server's errors."""

import re
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPResponseException
from typing import NamedTuple

from django.utils.translation import gettext as _

PERMANENT = 500
_ADDRESS = re.compile(r"\S+@\S+")
# Enhanced codes (RFC 3463) for receivers that will never get email: no such mailbox, host or form of address, moved,
# accepts no mail. 5.1.7 and 5.1.8 are about the sender.
_NO_SUCH_ADDRESS = re.compile(r"\b5\.1\.(?:1|2|3|6|10)\b")


class MailRefusal(NamedTuple):
    """A mail server's refusal. `reason` contains no address; `permanent`: retrying is pointless; `dead`: the address
    will never get email; `answered`: the server said so (a silent one may have accepted the email).
    """

    reason: str
    permanent: bool
    dead: bool = False
    answered: bool = True


def refused(error: OSError) -> MailRefusal:
    """Read an error in sending to one recipient. Only answers about the recipient or the message are final: the
    operator can fix refused senders, failed logins and dead servers.
    """
    match error:
        case SMTPRecipientsRefused():
            code, words = next(iter(error.recipients.values()), (0, b""))
            return _answered(code, words, final=code >= PERMANENT)
        case SMTPResponseException():
            final = isinstance(error, SMTPDataError) and error.smtp_code >= PERMANENT
            return _answered(error.smtp_code, error.smtp_error, final=final)
        case _:
            name = _tidy(f"{type(error).__name__} {error.strerror or ''}")
            return MailRefusal(_("the email server didn’t answer: %s") % name, permanent=False, answered=False)


def _answered(code: int, words: bytes | str, *, final: bool) -> MailRefusal:
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    reason = _("the email server refused it: %s") % _tidy(f"{code} {text}")
    return MailRefusal(reason, permanent=final, dead=final and bool(_NO_SUCH_ADDRESS.search(text)))


def _tidy(text: str) -> str:
    return " ".join(_ADDRESS.sub("…", text).split())
