"""`/hooks/mail/<provider>/tracking/`, to which mail providers report bounces (django-anymail).

404 unless MAIL_HOOK_SECRET is set: the address can stop any account's mails.
"""

from collections.abc import Callable
from functools import wraps

from anymail.urls import urlpatterns as providers
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path

app_name = "mail_hooks"

View = Callable[[HttpRequest], HttpResponse]


def guarded(view: View) -> View:
    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        if not settings.MAIL_HOOK_SECRET:
            raise Http404
        try:
            return view(request)
        except ImproperlyConfigured as missing:
            raise Http404("MAIL_HOOK_KEYS lacks this provider's key") from missing

    return answer


# No mail is received.
urlpatterns = [
    path(str(pattern.pattern), guarded(pattern.callback), name=pattern.name)
    for pattern in providers
    if isinstance(pattern, URLPattern) and "inbound" not in (pattern.name or "")
]
