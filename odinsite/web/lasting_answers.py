"""Answers that follow from their address alone."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# Headers of the reader that middleware consults for pages.
READERS = {"cookie", "accept-language"}


class LastingAnswersMiddleware:
    """Lets shared caches use an `immutable` answer for all readers: removes cookies and languages from its Vary, and
    its Content-Language. It comes before the middleware that adds them.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if "immutable" in response.get("Cache-Control", "") and not response.cookies:
            varies = [name.strip() for name in response.get("Vary", "").split(",")]
            response.headers["Vary"] = ", ".join(name for name in varies if name.lower() not in READERS)
            del response.headers["Content-Language"]
            if not response.headers["Vary"]:
                del response.headers["Vary"]
        return response
