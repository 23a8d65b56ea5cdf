"""What makes the site an app on a phone: its manifest, its service worker, and a page for when there is no net."""

import hashlib
import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

# As in base.html: what browsers paint round the page.
PAGE, FJORD = "#EEE9DD", "#1B5763"
# What the page without a net needs beside itself; the worker keeps these and nothing else.
KEPT = (
    *(f"odin/css/site/{name}.css" for name in ("frame", "front")),
    *(f"odin/fonts/{name}-latin.woff2" for name in ("alegreya-700", "alegreya-sans-400", "alegreya-sans-700")),
    "odin/icons/favicon.svg",
)
VERSION_DIGITS = 16


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone shows of the site once it is installed."""
    name = gettext("Odin among friends")
    content = {
        "id": "/",
        "name": name,
        "short_name": gettext("Odin"),
        "description": gettext("The card game Odin with friends: a turn now and a turn tonight."),
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
    """The service worker: what it keeps, and the script that does the work. Asked for anew at every look for updates.

    It lies at the top, for a worker reaches no further than the folder that it lies in.
    """
    files = [reverse("offline"), *(static(path) for path in KEPT)]
    facts = {
        "version": hashlib.sha256("".join([_offline_page(), *files]).encode()).hexdigest()[:VERSION_DIGITS],
        "offline": reverse("offline"),
        "files": files,
        "home": reverse("home"),
        "name": gettext("Odin among friends"),
        "news": gettext("There is news of your games."),
        "icon": static("odin/icons/app-192.png"),
        "badge": static("odin/icons/badge-96.png"),
    }
    script = f"const ODIN = {json.dumps(facts)};\nimportScripts({json.dumps(static('odin/js/site/worker.js'))});\n"
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """The page that browsers show when they do not reach us: the same for all, so that it may be kept."""
    return HttpResponse(_offline_page())


def _offline_page() -> str:
    """Made without a request: no account, no messages, no token."""
    return render_to_string("offline.html")


def _icon(name: str, sizes: str, purpose: str = "any") -> dict[str, Any]:
    return {"src": static(f"odin/icons/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
