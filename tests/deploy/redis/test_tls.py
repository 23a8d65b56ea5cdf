"""Redis over TLS: cache, channel layer and queue check its certificate."""

from __future__ import annotations

import asyncio
import os
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings

from tests.deploy.production import PRODUCTION
from tests.live.children import PATIENCE_S
from tests.notices.outward.server import Authority

pytestmark = pytest.mark.whole

ASK = """
import asyncio, django
django.setup()
from channels.layers import get_channel_layer
from odinsite.celery import app
from odinsite.redis.breaker import servers_away

async def layer():
    heard = []
    await get_channel_layer().join("group", heard.append)
    return True

def queue():
    with app.connection_for_write() as connection:
        return connection.default_channel.client.ping()

for ask in (lambda: not servers_away(), queue, lambda: asyncio.run(layer())):
    try:
        print(ask())
    except Exception as error:
        print("refused" if "certificate verify failed" in str(error) else repr(error))
"""


class Relay:
    """A TLS server on a free port of this computer, in front of a Redis without TLS."""

    def __init__(self, redis: str, context: ssl.SSLContext) -> None:
        self.redis, self.context = redis, context
        self.port = 0
        self.loop = asyncio.new_event_loop()
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self.loop.run_until_complete, args=(self._serve(),), daemon=True)

    async def _serve(self) -> None:
        self.over = asyncio.Event()
        async with await asyncio.start_server(self._relay, "127.0.0.1", 0, ssl=self.context) as server:
            self.port = server.sockets[0].getsockname()[1]
            self.ready.set()
            await self.over.wait()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(self.redis)
        await asyncio.gather(_copy(reader, back), _copy(there, writer))

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.over.set)
        self.thread.join(PATIENCE_S)
        self.loop.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


@pytest.fixture
def relay(authority: Authority) -> Iterator[Relay]:
    relay = Relay(urlsplit(settings.REDIS_URL).path, authority.context_for("localhost"))
    relay.thread.start()
    assert relay.ready.wait(PATIENCE_S)
    yield relay
    relay.close()


def answers(relay: Relay, **environment: str) -> list[str]:
    """The answers of Redis, the queue and the channel layer to a process of the site."""
    url = f"rediss://localhost:{relay.port}/0"
    values = {**PRODUCTION, "DJANGO_SETTINGS_MODULE": "odinsite.settings", "REDIS_URL": url, **environment}
    asked = subprocess.run(
        [sys.executable, "-c", ASK],
        env={**values, "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    return asked.stdout.splitlines()


def test_a_known_authority_is_trusted(authority: Authority, relay: Relay) -> None:
    assert answers(relay, SSL_CERT_FILE=str(authority.bundle)) == ["True", "True", "True"]


def test_an_unknown_one_is_refused(relay: Relay) -> None:
    assert answers(relay) == ["False", "refused", "refused"]
