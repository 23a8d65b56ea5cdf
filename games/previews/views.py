"""Pictures of previews, QR codes, and oEmbed."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import Resolver404, resolve
from django.utils import translation
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.previews import loading
from games.previews.drawing import HEIGHT, WIDTH, known_picture, picture
from games.previews.pages import site_preview
from games.previews.preview import Preview
from games.previews.qr import qr_svg
from games.web.network_limits import NetworkLimit
from games.web.numbers import whole_number

_YEAR_S: Final = 365 * 24 * 3600
_DAY_S: Final = 24 * 3600
_FOR_EVER: Final = f"public, max-age={_YEAR_S}, immutable"
_EMBED_CACHE_S: Final = 60
_PATH_MOST: Final = 200
# Far above what people open, as each picture is drawn once and browsers keep codes.
DRAWN: Final = NetworkLimit("pictures", 60, 60)
CODES: Final = NetworkLimit("codes", 60, 60)


def _picture_view(load: Callable[..., Preview], *, caching: str = _FOR_EVER) -> Callable[..., HttpResponse]:
    """A view of the picture of the preview that `load` returns. An address of another version leads to today's, so no
    address makes the site draw what no page shows.
    """

    @require_safe
    @wraps(load)
    def view(request: HttpRequest, language: str, *, digest: str, **key: str | int) -> HttpResponse:
        if language not in dict(settings.LANGUAGES):
            raise Http404
        with translation.override(language):
            preview = load(**key)
        if request.path != preview.picture:
            return HttpResponseRedirect(preview.picture, headers={"Cache-Control": "no-store"})
        drawn = known_picture(preview.scene)
        if drawn is None:
            if not DRAWN.allows(request):
                return DRAWN.refusal()
            drawn = picture(preview.scene)
        return HttpResponse(drawn, content_type="image/png", headers={"Cache-Control": caching})

    return view


site = _picture_view(site_preview)
invitation = _picture_view(loading.invitation)
room = _picture_view(loading.room)
game = _picture_view(loading.table)
replay = _picture_view(loading.replay)
profile = _picture_view(loading.profile)
# Players may withdraw a replay, so no cache keeps its pictures.
published = _picture_view(loading.published, caching="no-store")


@require_safe
def qr(request: HttpRequest) -> HttpResponse:
    """The code of the link to a path of the site, `?path=/g/ID/`. It follows from the path, so caches may keep it."""
    path = request.GET.get("path", "")
    if not path.startswith("/") or len(path) > _PATH_MOST or not path.isprintable():
        raise Http404
    if not CODES.allows(request):
        return CODES.refusal()
    caching = {"Cache-Control": f"public, max-age={_DAY_S}, immutable"}
    return HttpResponse(qr_svg(settings.PUBLIC_URL + path), content_type="image/svg+xml", headers=caching)


@require_safe
@cache_control(public=True, max_age=_EMBED_CACHE_S)
def oembed(request: HttpRequest) -> HttpResponse:
    """A public game's table or replay as a link with a picture (https://oembed.com). 404 for other addresses."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse(status=HTTPStatus.NOT_IMPLEMENTED)
    preview = _embedded(request.GET.get("url", ""))
    answer: dict[str, str | int] = {
        "version": "1.0",
        "type": "link",
        "title": preview.title,
        "provider_name": settings.SITE_NAME,
        "provider_url": settings.PUBLIC_URL,
        "cache_age": _EMBED_CACHE_S,
    }
    widest, highest = (whole_number(request.GET.get(name, "")) for name in ("maxwidth", "maxheight"))
    if (widest is None or widest >= WIDTH) and (highest is None or highest >= HEIGHT):
        answer |= {"thumbnail_url": preview.picture_url, "thumbnail_width": WIDTH, "thumbnail_height": HEIGHT}
    return JsonResponse(answer)


def _embedded(url: str) -> Preview:
    """The preview of a public game's page at this address of the site. Raises Http404, NoSuchGame, NoSuchHand."""
    if not url.startswith(f"{settings.PUBLIC_URL}/"):
        raise Http404
    try:
        parts = urlsplit(url)
        match = resolve(parts.path)
    except (ValueError, Resolver404):
        raise Http404 from None
    if match.view_name in ("games:table", "games:text_table"):
        return loading.table(match.kwargs["public_id"])
    if match.view_name != "games:replay":
        raise Http404
    asked = parse_qs(parts.query)
    hand, turn = (whole_number(asked.get(name, [""])[0]) for name in ("hand", "turn"))
    return loading.replay(match.kwargs["public_id"], hand, turn)
