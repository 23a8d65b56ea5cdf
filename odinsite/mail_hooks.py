"""`/hooks/mail/<provider>/tracking/`: where mail providers tell which mails came back (django-anymail).

Off, and no address at all, unless MAIL_HOOK_SECRET is set: whoever knows it may stop the mails of any account.
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
    """The provider's view where the site has what it needs: our secret, and for some providers a key of theirs."""

    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        if not settings.MAIL_HOOK_SECRET:
            raise Http404
        try:
            return view(request)
        except ImproperlyConfigured as missing:
            raise Http404("MAIL_HOOK_KEYS lacks this provider's key") from missing

    return answer


# What comes back is all we ask for: no mail is received here.
urlpatterns = [
    path(str(pattern.pattern), guarded(pattern.callback), name=pattern.name)
    for pattern in providers
    if isinstance(pattern, URLPattern) and "inbound" not in (pattern.name or "")
]
