"""`/healthz`: whether the site can serve, for load balancers and containers."""

import logging

from django.core.cache import cache
from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpRequest, HttpResponse
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


def health(request: HttpRequest) -> HttpResponse:
    """Answer 200 `ok`, or 503 with the name of the server that does not answer, and nothing else about it."""
    failed = [name for name, answers in (("database", database_answers), ("redis", redis_answers)) if not answers()]
    if failed:
        return answer(f"no answer from: {', '.join(failed)}\n", 503)
    return answer("ok\n", 200)


def database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, InterfaceError):
        logger.exception("The database does not answer.")
        return False
    return True


def redis_answers() -> bool:
    try:
        cache.get("healthz")
    except RedisError:
        logger.exception("Redis does not answer.")
        return False
    return True


def answer(text: str, status: int) -> HttpResponse:
    response = HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    return response
