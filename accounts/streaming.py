"""Files made while sent, in constant memory."""

from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import islice

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse

PARTS = 200


def stream(request: HttpRequest, parts: Iterable[str], *, content_type: str, filename: str) -> StreamingHttpResponse:
    """A response that streams `parts`, which are generated as they are sent."""
    pieces = _pieces(iter(parts))
    body = _asynchronous(pieces) if isinstance(request, ASGIRequest) else pieces
    headers = {"Content-Disposition": f'attachment; filename="{filename}"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(body, content_type=content_type, headers=headers)


def _pieces(parts: Iterator[str]) -> Iterator[str]:
    while piece := "".join(islice(parts, PARTS)):
        yield piece


async def _asynchronous(pieces: Iterator[str]) -> AsyncIterator[str]:
    """The pieces for ASGI, which would consume all of a plain iterator before it sends."""
    while piece := await sync_to_async(_next)(pieces):
        yield piece


def _next(pieces: Iterator[str]) -> str:
    """Return "" at the end: StopIteration cannot cross from a thread to a coroutine."""
    return next(pieces, "")
