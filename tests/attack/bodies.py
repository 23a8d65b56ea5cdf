"""Sends bodies that are too large, and requests that never end: `python -m tests.attack.bodies --help`."""

from __future__ import annotations

import argparse
import socket
import sys
from contextlib import ExitStack, suppress

from tests.attack.local import PATIENCE_S, Site, Visitor, files_wanted

MEGABYTE = 1_000_000
HEAD = "POST /accounts/login/ HTTP/1.1\r\nHost: {name}\r\n{more}\r\n"


class Connection:
    """A client's end of a connection that may break the rules."""

    def __init__(self, site: Site) -> None:
        self.name = site.name
        self.socket = socket.create_connection((site.host, site.port), PATIENCE_S)

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def post(self, *headers: str) -> None:
        """The beginning of a request with a body."""
        self.send(HEAD.format(name=self.name, more="".join(f"{header}\r\n" for header in headers)).encode())

    def get(self, path: str) -> None:
        self.send(f"GET {path} HTTP/1.1\r\nHost: {self.name}\r\n\r\n".encode())

    def flood(self, size: int) -> int:
        """Send `size` bytes, or until the site refuses more. Returns how many it took."""
        part, sent = b"x" * 65_536, 0
        with suppress(OSError):
            while sent < size:
                sent += self.socket.send(part[: size - sent])
        return sent

    def flood_in_chunks(self, size: int) -> int:
        """Do the same in chunks, without a declared length. The last chunk may exceed `size`."""
        part, sent = b"10000\r\n" + b"x" * 65_536 + b"\r\n", 0
        with suppress(OSError):
            while sent < size:
                self.socket.sendall(part)
                sent += 65_536
        return sent

    def answer(self) -> bytes:
        """Everything until the site closes the connection. Raises TimeoutError if it does not."""
        parts = []
        try:
            while part := self.socket.recv(65_536):
                parts.append(part)
        except ConnectionResetError:
            pass
        return b"".join(parts)

    def status(self) -> int:
        """The answer's status; 0 without an answer."""
        words = self.answer().split()
        return int(words[1]) if len(words) > 1 else 0


def announced(site: Site, size: int) -> tuple[int, int]:
    """Declare and send a body of `size` bytes. Returns the status and how many bytes the site took."""
    with Connection(site) as connection:
        connection.post(f"Content-Length: {size}", "Connection: close")
        taken = connection.flood(size)
        return connection.status(), taken


def in_chunks(site: Site, size: int) -> tuple[int, int]:
    """Do the same as `announced`, with a body in chunks."""
    with Connection(site) as connection:
        connection.post("Transfer-Encoding: chunked")
        taken = connection.flood_in_chunks(size)
        return connection.status(), taken


def drip(site: Site, number: int, stack: ExitStack) -> list[Connection]:
    """Open connections with requests that never end: endless headers, bodies without bytes."""
    dripping = []
    for place in range(number):
        # The site may have closed it to make room.
        with suppress(OSError):
            connection = stack.enter_context(Connection(site))
            if place % 2:
                connection.post("Content-Length: 200000")
                connection.send(b"x")
            else:
                connection.send(b"GET / HTTP/1.1\r\nHost: ")
            dripping.append(connection)
    return dripping


def attack(site: Site, number: int) -> bool:
    """All attacks in turn; whether pages were served throughout."""
    files_wanted(number)
    with Visitor(site) as visitor:
        for way in (announced, in_chunks):
            status, taken = way(site, 300 * MEGABYTE)
            sys.stdout.write(f"300 MB {way.__name__.replace('_', ' ')}: {status}, {taken:,} bytes taken\n")
        with ExitStack() as stack:
            dripping = drip(site, number, stack)
            sys.stdout.write(f"{len(dripping)} dripping\n")
    sys.stdout.write(f"pages: {dict(visitor.statuses)}, failed: {visitor.failures[:3]}\n")
    return visitor.served


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base-url", type=Site, required=True, metavar="URL", help="the site, on this computer")
    parser.add_argument("--number", type=int, default=600, help="how many dripping connections (600)")
    chosen = parser.parse_args()
    return 0 if attack(chosen.base_url, chosen.number) else 1


if __name__ == "__main__":
    sys.exit(main())
