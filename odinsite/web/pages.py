"""Django's handler, with all of a page in one call of a thread.

Django's own has a new thread for each request, and hops between it and the event loop for signals, for each middleware
with a `process_view`, for the view, and to close the response.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from time import perf_counter
from typing import IO, Any, Final, TypeVar

from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.http import FileResponse, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from accounts.tracing.lines import NO_ROUTE, request_log
from accounts.tracing.work import working
from games.live.streams import StreamResponse
from odinsite.logs.filters import SERVER_ERROR
from odinsite.metrics.requests import request_count
from odinsite.web.busy_page import busy_response
from odinsite.web.limits import PAGES, PageLimits
from odinsite.web.page_queue import PageQueue, TooManyPages
from odinsite.web.streams import Streams

T = TypeVar("T")

# Far more than the database's connections: pages that wait for one must not hold up those that need none.
THREADS: Final = 200


class Pages(ASGIHandler):
    """Django's handler. It runs a view to its end even if the client has left. `sockets`: the sockets' application with
    their limits, which serves streams.
    """

    def __init__(self, limits: PageLimits = PAGES, *, sockets: Any = None) -> None:
        BaseHandler.__init__(self)
        self.streams = Streams(sockets)
        self.queue = PageQueue(limits)
        self.load_middleware(is_async=False)
        # Threads begin when they are needed, and the process ends after their work.
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="page")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        # Daphne trusts a client's header, and links in cached parts of pages would lead there.
        scope = {**scope, "root_path": ""}
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        began = perf_counter()
        try:
            response = await self._in_turn(scope, body, began)
        except TooManyPages:
            response = self._busy(scope, body)
            request_count(None, response.status_code, began)
        if isinstance(response, StreamResponse):
            await self.streams.serve(response, scope, receive, send, self.send_response)
        elif isinstance(response, StreamingHttpResponse):
            await self._stream(response, receive, send)
        else:
            await self.send_response(response, send)

    async def _in_turn(self, scope: Any, body: IO[bytes], began: float) -> HttpResponseBase:
        """The response, once a place is free. The place is given back when the work ends, even if the client has left
        before. Raises TooManyPages.
        """
        place = await self.queue.enter(scope)
        work = asyncio.ensure_future(self.run_in_pool(lambda: self._response(scope, body, began)))
        work.add_done_callback(lambda _work: self.queue.leave(place))
        return await asyncio.shield(work)

    def _busy(self, scope: Any, body: IO[bytes]) -> HttpResponseBase:
        request, refusal = self.create_request(scope, body)
        body.close()
        if request is not None:
            with working() as work:
                response = busy_response(request)
                request_log(work, method=request.method or "", route=NO_ROUTE, status=response.status_code)
            return response
        assert refusal is not None
        return refusal

    async def run_in_pool(self, work: Callable[[], T]) -> T:
        """Run the work in a thread, in the caller's context. It runs to its end even if this is cancelled."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, copy_context().run, work)

    def _response(self, scope: Any, body: IO[bytes], began: float) -> HttpResponseBase:
        """The response, already closed unless it streams, so that its database connection is returned by the thread
        that has it.
        """
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        try:
            response = self._answer(scope, body, began)
        except BaseException:
            request_finished.send(sender=self.__class__)
            body.close()
            raise
        if isinstance(response, StreamingHttpResponse) and response.is_async:
            close_old_connections()
            return response
        whole = _whole(response) if isinstance(response, StreamingHttpResponse) else response
        response.close()
        body.close()
        return whole

    def _answer(self, scope: Any, body: IO[bytes], began: float) -> HttpResponseBase:
        request, refusal = self.create_request(scope, body)
        status = SERVER_ERROR
        try:
            response = self.get_response(request) if request is not None else refusal
            assert response is not None
            status = response.status_code
        finally:
            request_count(request, status, began)
        return response

    async def _stream(self, response: StreamingHttpResponse, receive: Any, send: Any) -> None:
        """Send the parts, each once the client has taken the last, until it leaves."""
        steps = [
            asyncio.create_task(self.listen_for_disconnect(receive)),
            asyncio.create_task(self.send_response(response, send)),
        ]
        try:
            await asyncio.wait(steps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for step in steps:
                step.cancel()
            left, sent = await asyncio.gather(*steps, return_exceptions=True)
            await self.run_in_pool(response.close)
        if isinstance(sent, Exception) and not isinstance(left, RequestAborted):
            raise sent


def _whole(response: StreamingHttpResponse) -> HttpResponse:
    """A file's response, read in the thread."""
    if isinstance(response, FileResponse):
        response.block_size = ASGIHandler.chunk_size
    whole = HttpResponse(b"".join(response), status=response.status_code)
    whole.headers, whole.cookies = response.headers, response.cookies
    return whole
