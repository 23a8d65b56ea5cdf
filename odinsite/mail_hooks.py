"""`/hooks/mail/<provider>/tracking/`, to which email providers report bounces (django-anymail). 404 unless
MAIL_HOOK_SECRET is set: the address can stop any account's emails.
"""

from functools import cache

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path
from django.urls.resolvers import RegexPattern
from django.views.decorators.csrf import csrf_exempt

app_name = "mail_hooks"


@cache
def providers() -> URLResolver:
    """The package's addresses without those for received emails."""
    # Imported late: most sites have no hooks, and it loads all providers with an HTTP client, 4 MB.
    from anymail.urls import urlpatterns

    patterns = [each for each in urlpatterns if isinstance(each, URLPattern) and "inbound" not in (each.name or "")]
    return URLResolver(RegexPattern(r"^"), patterns)


@csrf_exempt
def hook(request: HttpRequest, place: str) -> HttpResponse:
    if not settings.MAIL_HOOK_SECRET:
        raise Http404
    view, args, kwargs = providers().resolve(place)
    try:
        answer: HttpResponse = view(request, *args, **kwargs)
    except ImproperlyConfigured as missing:
        raise Http404("MAIL_HOOK_KEYS lacks this provider's key") from missing
    return answer


urlpatterns = [path("<path:place>", hook, name="hook")]
