"""Hides secrets in logs, such as links that log anyone in, and email addresses."""

from __future__ import annotations

import re
import socket

# Links in emails, calendars and invitations, and to published replays and imported games.
SECRET_PATHS = (
    *("m", "stop", "calendar", "i", "j", "lj", "r", "records"),
    *("accounts/confirm-email", "accounts/password/reset/key", "accounts/address-back"),
    *("accounts/login/link", "accounts/invitation"),
)
SECRET_NAMES = ("key", "token", "secret", "password", "code")

# An address may be part of another, as in `?next=%2Fi%2F...`, or lack its first slash.
_SLASH = r"(?:/|%2[Ff])"
_PATHS = "|".join(path.replace("/", _SLASH) for path in SECRET_PATHS)
_HIDDEN = (
    re.compile(rf"((?:{_SLASH}|['\"])(?:{_PATHS}){_SLASH})(?:(?!%2[Ff])[^\s/\"'?#<>&])+"),
    re.compile(rf"((?:[?&]|%3[Ff]|%26)(?:{'|'.join(SECRET_NAMES)})(?:=|%3[Dd]))(?:(?!%26)[^\s\"'#<>&])+"),
)
# A server's password.
_PASSWORD = re.compile(r"(?<=://)([^\s/@:\"']*:)[^\s/@\"']+(?=@)")
# An email address. Workers have names such as `bots@machine.example.org`.
_MACHINE = re.escape(socket.gethostname())
_MAIL = re.compile(
    rf"(?<![\w.%+~-])[\w.%+~-]+(?=(?:@|%40)(?!{_MACHINE}(?![\w.-]))[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{{2,}}(?!\w))"
)
# Cards and turns as the engine writes them, such as R6B6<R5, and as Python does.
_CARDS = re.compile(
    r"(?<![\w/.-])(?:[BRPGKO][1-9]|X0)+(?:<(?:[BRPGKO][1-9]|X0))?(?![\w.-])|(?<=Card\()colour='\w', number=\d(?=\))"
)


def hide_secrets(text: str) -> str:
    """Replace each secret and each card by an ellipsis, and what is before the @ of email addresses."""
    for secret in _HIDDEN:
        text = secret.sub(r"\1…", text)
    text = _CARDS.sub("…", text)
    if "@" in text or "%40" in text:
        text = _MAIL.sub("…", _PASSWORD.sub(r"\1…", text))
    return text
