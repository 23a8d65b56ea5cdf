"""`/mail/`: emails written to a folder, under `manage.py up` without a mail server. It opens with the key that `up`
prints; 404 if MAILBOX_KEY is empty.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default as modern
from email.utils import parsedate_to_datetime
from functools import wraps
from pathlib import Path

from csp.decorators import csp_update
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET

COOKIE = "mailbox"
SHOWN_AT_MOST = 200
# Names and separators of Django's file-based backend.
FILE_NAME = re.compile(r"\d{8}-\d{6}-\d+\.log\Z")
SEPARATOR = b"-" * 79 + b"\n"


@dataclass(frozen=True)
class MailboxEntry:
    """An email in the mailbox. `name`: its file's stem; `number`: place in the file."""

    name: str
    number: int
    message: EmailMessage

    @property
    def subject(self) -> str:
        return str(self.message["Subject"] or "")

    @property
    def to(self) -> str:
        return str(self.message["To"] or "")

    @property
    def sent_at(self) -> datetime | None:
        try:
            return parsedate_to_datetime(str(self.message["Date"]))
        except ValueError:
            return None

    @property
    def text(self) -> str:
        return self._part("plain")

    @property
    def html(self) -> str:
        return self._part("html")

    def _part(self, kind: str) -> str:
        part = self.message.get_body(preferencelist=(kind,))
        return str(part.get_content()) if part else ""


def with_key(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Accept the key in the cookie, or once in the address; 404 otherwise."""

    @never_cache
    @require_GET
    @wraps(view)
    def guarded(request: HttpRequest, **place: str | int) -> HttpResponseBase:
        key: str = settings.MAILBOX_KEY
        if key and constant_time_compare(request.GET.get("key", ""), key):
            response = redirect(request.path)
            response.set_cookie(COOKIE, key, path="/mail/", httponly=True, samesite="Strict")
            return response
        if not key or not constant_time_compare(request.COOKIES.get(COOKIE, ""), key):
            raise Http404
        return view(request, **place)

    return guarded


@with_key
def inbox(request: HttpRequest) -> HttpResponse:
    page = {"mails": list(newest_mails()), "folder": settings.EMAIL_FILE_PATH}
    return render(request, "embedded/mailbox.html", page)


@with_key
def mail(request: HttpRequest, name: str, number: int) -> HttpResponseBase:
    found = find(name, number)

    @csp_update({"frame-src": ["'self'"]})
    def page(request: HttpRequest) -> HttpResponseBase:
        return render(request, "embedded/letter.html", {"mail": found})

    return page(request)


@with_key
@xframe_options_sameorigin
def mail_html(request: HttpRequest, name: str, number: int) -> HttpResponse:
    response = HttpResponse(find(name, number).html)
    # The site's policy forbids the inline styles of emails. The sandbox runs no script and shares nothing with the
    # page.
    response.headers["Content-Security-Policy"] = (
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"
    )
    return response


urlpatterns = [
    path("", inbox, name="mailbox"),
    path("<str:name>/<int:number>/", mail, name="mailbox_letter"),
    path("<str:name>/<int:number>/html", mail_html, name="mailbox_letter_html"),
]


def newest_mails() -> Iterator[MailboxEntry]:
    folder = Path(settings.EMAIL_FILE_PATH)
    names = sorted((entry for entry in folder.iterdir() if FILE_NAME.match(entry.name)), reverse=True)
    for entry in names[:SHOWN_AT_MOST]:
        yield from reversed(in_file(entry))


def find(name: str, number: int) -> MailboxEntry:
    """The email. Raises Http404."""
    entry = Path(settings.EMAIL_FILE_PATH) / f"{name}.log"
    if FILE_NAME.match(entry.name) and entry.is_file():
        for found in in_file(entry):
            if found.number == number:
                return found
    raise Http404


def in_file(entry: Path) -> list[MailboxEntry]:
    """The emails in the file, oldest first; each connection of the backend writes one file."""
    found = []
    for number, raw in enumerate(entry.read_bytes().split(SEPARATOR)):
        if raw.strip():
            message = message_from_bytes(raw, EmailMessage, policy=modern)
            found.append(MailboxEntry(entry.stem, number, message))
    return found
