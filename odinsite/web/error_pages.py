"""Django's error pages, which read no form.

Django's own pages look for the CSRF token in the posted form, and a form that cannot be read would raise a second
error.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views import defaults

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
server_error = formless(defaults.server_error)
