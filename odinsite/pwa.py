"""The site as a phone's app: manifest, service worker, offline page."""

import hashlib
import json
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

# Colours around the page, as in base.html.
PAGE, FJORD = "#EEE9DD", "#1B5763"
# All that the worker keeps: what the offline page needs.
OFFLINE_FILES = (
    *(f"odin/css/site/{name}.css" for name in ("frame", "front")),
    *(f"odin/fonts/{name}-latin.woff2" for name in ("alegreya-700", "alegreya-sans-400", "alegreya-sans-700")),
    "odin/icons/favicon.svg",
)
VERSION_DIGITS = 16


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    content = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": "Odin",
        "description": gettext("Play the card game Odin with friends, at your own pace."),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAGE,
        "theme_color": FJORD,
        "categories": ["games"],
        "icons": [
            _icon("app-192.png", "192x192"),
            _icon("app-512.png", "512x512"),
            _icon("app-maskable-512.png", "512x512", "maskable"),
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker's script, uncached, at the top level because its folder is its scope."""
    files = [reverse("offline"), *(static(path) for path in OFFLINE_FILES)]
    facts = {
        "version": hashlib.sha256("".join([_offline_page(), *files]).encode()).hexdigest()[:VERSION_DIGITS],
        "offline": reverse("offline"),
        "files": files,
        "home": reverse("home"),
        "name": settings.SITE_NAME,
        "news": gettext("There’s something new in your games."),
        "icon": static("odin/icons/app-192.png"),
        "badge": static("odin/icons/badge-96.png"),
    }
    script = f"const ODIN = {json.dumps(facts)};\nimportScripts({json.dumps(static('odin/js/site/worker.js'))});\n"
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """The offline page. It is the same for everyone, so it may be cached."""
    return HttpResponse(_offline_page())


def _offline_page() -> str:
    """The offline page, without a request: no account, messages or token."""
    return render_to_string("offline.html")


def _icon(name: str, sizes: str, purpose: str = "any") -> dict[str, Any]:
    return {"src": static(f"odin/icons/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
