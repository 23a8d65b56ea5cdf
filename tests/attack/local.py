"""The site under attack, on this computer only; requests pages during the attack."""

from __future__ import annotations

import http.client
import resource
import threading
from argparse import ArgumentTypeError
from collections import Counter
from ipaddress import ip_address
from typing import Self
from urllib.parse import urlsplit

PATIENCE_S = 30.0
PAUSE_S = 0.05


class Site:
    """A site by its address, which must be loopback."""

    def __init__(self, base_url: str) -> None:
        parts = urlsplit(base_url)
        host = parts.hostname or ""
        if parts.scheme != "http" or not is_loopback(host):
            raise ArgumentTypeError(
                f"{base_url} is not an http address of this computer, such as http://127.0.0.1:8000"
            )
        self.host, self.port = host, parts.port or 80
        self.origin = f"http://{parts.netloc}"
        self.name = parts.netloc


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def files_wanted(number: int) -> None:
    """Let this process hold `number` connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, number + 200)), hard))


class Visitor:
    """Requests pages in turn, each over a new connection, until the block ends."""

    def __init__(self, site: Site, *paths: str) -> None:
        self.site = site
        self.paths = paths or ("/", "/rules/")
        self.statuses: Counter[int] = Counter()
        self.failures: list[str] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._visit)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    @property
    def served(self) -> bool:
        """Whether every page was served."""
        return not self.failures and set(self.statuses) == {200}

    def _visit(self) -> None:
        while True:
            for path in self.paths:
                self._get(path)
            if self._over.wait(PAUSE_S):
                return

    def _get(self, path: str) -> None:
        connection = http.client.HTTPConnection(self.site.host, self.site.port, timeout=PATIENCE_S)
        try:
            connection.request("GET", path, headers={"Host": self.site.name})
            response = connection.getresponse()
            response.read()
            self.statuses[response.status] += 1
        except (OSError, http.client.HTTPException) as error:
            self.failures.append(f"{path}: {error!r}")
        finally:
            connection.close()
