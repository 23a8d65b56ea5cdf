"""Codes by email, typed in the session that requested them, because an email often opens in another browser."""

import secrets
import time
from datetime import timedelta
from typing import Final

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.mail.account_mails import account_mail_write
from accounts.models import User
from accounts.sign_in.login_limits import Limit, Tries
from accounts.sign_in.proof.ways import proof_address

# The email says "15 minutes".
LIFE: Final = timedelta(minutes=15)
DIGITS: Final = 6
MAIL: Final = "accounts/email/code"
# Emails for one session and for all of an account: a thief of a login uses up only its own, and fills no mailbox.
MAILS: Final = Limit(5, 3600)
MAILS_ALL: Final = Limit(15, 3600)
SESSION_KEY: Final = "mailed_code"


def code_send(request: HttpRequest, user: User) -> bool:
    """Email a code, which replaces the session's former one. Returns False after too many emails."""
    account = f"code-mails:{user.pk}"
    if Tries([(f"{account}:{request.session.session_key}", MAILS), (account, MAILS_ALL)]).begin():
        return False
    code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
    request.session[SESSION_KEY] = {"user": user.pk, "digest": _digest(code), "at": time.time()}
    address = proof_address(user)
    account_mail_write(MAIL, address, user.language, to=user, worth=LIFE, handle=user.handle, code=code)
    return True


def code_was_sent(request: HttpRequest, user: User) -> bool:
    """Whether a code of this session still works."""
    sent = request.session.get(SESSION_KEY)
    return sent is not None and sent["user"] == user.pk and time.time() - sent["at"] < LIFE.total_seconds()


def code_is_right(request: HttpRequest, user: User, code: str) -> bool:
    """Whether the code is right. The caller counts tries."""
    if not code_was_sent(request, user):
        return False
    return constant_time_compare(request.session[SESSION_KEY]["digest"], _digest(code))


def code_forget(request: HttpRequest) -> None:
    request.session.pop(SESSION_KEY, None)


def _digest(code: str) -> str:
    return salted_hmac("accounts.mailed_code", code, algorithm="sha256").hexdigest()
