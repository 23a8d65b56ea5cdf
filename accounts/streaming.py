"""Files made while sent, in constant memory."""

from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import islice

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from django.http import HttpRequest, StreamingHttpResponse

PARTS = 200


def stream(request: HttpRequest, parts: Iterable[str], *, content_type: str, filename: str) -> StreamingHttpResponse:
    """A response that streams `parts`, which are generated as they are sent."""
    return stream_bytes(request, _pieces(iter(parts)), content_type=content_type, filename=filename)


def stream_bytes(
    request: HttpRequest, pieces: Iterable[bytes], *, content_type: str, filename: str
) -> StreamingHttpResponse:
    """A response that streams `pieces`, none of them empty, one at a time. HEAD makes none of them."""
    if request.method == "HEAD":
        pieces = ()
    body = _asynchronous(iter(pieces)) if isinstance(request, ASGIRequest) else pieces
    headers = {"Content-Disposition": f'attachment; filename="{filename}"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(body, content_type=content_type, headers=headers)


def _pieces(parts: Iterator[str]) -> Iterator[bytes]:
    while piece := "".join(islice(parts, PARTS)):
        yield piece.encode()


async def _asynchronous(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """The pieces for ASGI, which would consume all of a plain iterator before it sends. Each is made in any thread."""
    make = sync_to_async(_next, thread_sensitive=False)
    while piece := await make(pieces):
        yield piece


def _next(pieces: Iterator[bytes]) -> bytes:
    """Return b"" at the end: StopIteration cannot cross from a thread to a coroutine. The database connection is given
    back, because the client may take a minute for the piece.
    """
    try:
        return next(pieces, b"")
    finally:
        close_old_connections()
