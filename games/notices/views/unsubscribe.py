"""Stops emails of a kind by a link in one of them, without a login."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.errors import Refused
from games.models import Notice
from games.notices.links.unsubscribe import mails_resume, mails_stop, mails_stopped
from games.notices.links.unsubscribe_tokens import read_stop, read_undo, undo_token
from games.notices.views.link_pages import mail_link_page
from games.people.preference_selectors import CHOICE_KINDS, MAIL_CHOICES, choice_kind


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@mail_link_page
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to stop emails; POST stops them, from the button or an email program (RFC 8058). Exempt from CSRF
    checks: the signed link is the permission, no cookie. GET changes nothing, because scanners follow links.
    """
    try:
        user_id, what = read_stop(token)
        before = _before(request, user_id)
    except (BadSignature, ValueError, TypeError):
        return _unsubscribe_page(request, {"state": "unknown"}, HTTPStatus.NOT_FOUND)
    user = User.objects.filter(pk=user_id).first()
    if user is None or not user.can_log_in:
        return _unsubscribe_page(request, {"state": "closed"}, HTTPStatus.GONE)
    with translation.override(user.language):
        page: dict[str, Any] = {"state": "asked", "person": user.handle, "what": _words(what), "token": token}
        try:
            if before is not None:
                mails_resume(user=user, before=before)
                page["state"] = "resumed"
            elif request.method == "POST":
                # A second press still says stopped, and offers no undo to "stopped".
                stopped = mails_stop(user=user, what=what)
                page |= {"state": "stopped", "undo": undo_token(user, stopped) if stopped else ""}
            elif mails_stopped(user, what):
                page["state"] = "stopped"
        except Refused:
            return _unsubscribe_page(request, {"state": "closed"}, HTTPStatus.GONE)
        return _unsubscribe_page(request, page)


def _before(request: HttpRequest, user_id: int) -> dict[str, str] | None:
    """The choices that a pressed undo button restores. Raises BadSignature."""
    if request.method != "POST" or "undo" not in request.POST:
        return None
    owner, before = read_undo(request.POST["undo"])
    kinds = {kind.value for kind in CHOICE_KINDS}
    if owner != user_id or not set(before) <= kinds or not set(before.values()) <= set(MAIL_CHOICES):
        raise BadSignature
    return before


def _words(what: Notice.Kind | Notice.Digest) -> str:
    if isinstance(what, Notice.Kind):
        return str(choice_kind(what).label)
    return str(what.label)


def _unsubscribe_page(request: HttpRequest, page: dict[str, Any], status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
    return render(request, "games/notices/links/unsubscribe.html", page, status=status)
