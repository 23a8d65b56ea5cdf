"""The words with which the page's script draws turns."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.table.drawing.words import words_json
from games.table.views.response import YEAR_S


@require_safe
def words(_request: HttpRequest, language: str, digest: str) -> HttpResponse:
    """Send the words. 404 if the page is of another version of the site, which makes it fetch its part instead."""
    if language not in dict(settings.LANGUAGES) or words_json(language).digest != digest:
        raise Http404
    response = HttpResponse(words_json(language).text, content_type="application/json")
    response["Cache-Control"] = f"public, max-age={YEAR_S}, immutable"
    return response
