"""Django's error pages, which read no form.

Django's own pages look for the CSRF token in the posted form, and a form that cannot be read would raise a second
error.
"""

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.utils.translation import gettext
from django.views import defaults

from accounts.posting import wants_json
from odinsite.database.away import is_database_away
from odinsite.web.limits import PAGE_RETRY_S

View = Callable[..., HttpResponse]


def formless(view: View) -> View:
    """Give the view an empty form in place of the posted one."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        request.POST = QueryDict()
        return view(request, *args, **kwargs)

    return shown


bad_request = formless(defaults.bad_request)
permission_denied = formless(defaults.permission_denied)
page_not_found = formless(defaults.page_not_found)


@formless
def server_error(request: HttpRequest) -> HttpResponse:
    """The page of an error, with 503 while the database is away. Django calls this while it handles the exception."""
    if not is_database_away(sys.exc_info()[1]):
        return defaults.server_error(request)
    response = _away_words(request)
    response.status_code = 503
    response["Retry-After"] = str(PAGE_RETRY_S)
    response["Cache-Control"] = "no-store"
    return response


def _away_words(request: HttpRequest) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"error": "try_later", "detail": gettext("Try again in a few seconds.")})
    return defaults.server_error(request)
