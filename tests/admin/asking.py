"""Asks the admin's views as addresses lead to them, without the middleware and the rendering around each answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib import admin
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.test import Client, RequestFactory
from django.urls import resolve

from accounts.models import User

REFUSED = 403
UNKNOWN = 404
FACTORY = RequestFactory()


@dataclass(frozen=True)
class Asking:
    """A login whose permissions are read once, so that a refusal costs few queries."""

    user: User
    session: SessionBase

    @classmethod
    def of(cls, browser: Client) -> Asking:
        return cls(User.objects.get(pk=browser.session["_auth_user_id"]), browser.session)

    def get(self, path: str) -> HttpResponseBase:
        """The answer, after redirects."""
        answer = self._ask(FACTORY.get(path))
        while answer.status_code == 302:
            answer = self._ask(FACTORY.get(answer["Location"]))
        return answer

    def post(self, path: str, form: Mapping[str, str] | None = None) -> HttpResponseBase:
        return self._ask(FACTORY.post(path, form))

    def listed(self, model: type[Model], path: str) -> list[Model]:
        """The rows that a list at this address shows."""
        return list(admin.site._registry[model].get_changelist_instance(self._asked(FACTORY.get(path))).result_list)

    def _asked(self, request: HttpRequest) -> HttpRequest:
        request.user, request.session = self.user, self.session
        MessageMiddleware(lambda _request: HttpResponse()).process_request(request)
        # As the CSRF middleware leaves it, so nothing is refused for a missing token.
        setattr(request, "csrf_processing_done", True)  # noqa: B010 # no attribute that types know
        return request

    def _ask(self, request: HttpRequest) -> HttpResponseBase:
        view, args, kwargs = resolve(request.path)
        try:
            return view(self._asked(request), *args, **kwargs)  # type: ignore[no-any-return]
        except PermissionDenied:
            return HttpResponse(status=REFUSED)
        except Http404:
            return HttpResponse(status=UNKNOWN)


def words(answer: HttpResponseBase) -> str:
    """The page as its reader gets it."""
    assert isinstance(answer, HttpResponse)
    if isinstance(answer, TemplateResponse) and not answer.is_rendered:
        answer.render()
    return answer.content.decode()
