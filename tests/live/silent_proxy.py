"""A proxy whose web sockets can fall silent: they stay open and carry nothing any more."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Thread

PIECE = 65_536


class SilentProxy:
    """Passes connections on to `target`, an address without scheme. `sockets`: how many web sockets have opened."""

    def __init__(self, target: str) -> None:
        host, port = target.split(":")
        self._target = (host, int(port))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listener.getsockname()[1]}"
        self._connections: list[Connection] = []
        self.sockets = 0
        Thread(target=self._accept, daemon=True).start()

    def fall_silent(self) -> None:
        """Carry nothing more on the web sockets that are open. Later ones work."""
        for connection in self._connections:
            connection.silent = connection.is_socket

    def close(self) -> None:
        self._listener.close()
        for connection in self._connections:
            connection.end()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _address = self._listener.accept()
                connection = Connection(client, socket.create_connection(self._target))
                self._connections.append(connection)
                Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: Connection) -> None:
        with suppress(OSError):
            first = connection.client.recv(PIECE)
            connection.is_socket = b"upgrade: websocket" in first.lower()
            connection.server.sendall(first)
            Thread(target=connection.pass_on, args=(connection.client, connection.server), daemon=True).start()
            # The site's answer to the handshake.
            connection.client.sendall(connection.server.recv(PIECE))
            self.sockets += connection.is_socket
            connection.pass_on(connection.server, connection.client)


@dataclass
class Connection:
    """A connection of a client through the proxy to the server."""

    client: socket.socket
    server: socket.socket
    is_socket: bool = False
    silent: bool = False

    def pass_on(self, source: socket.socket, target: socket.socket) -> None:
        """Pass data on until one of them ends, which a silent connection hides, too."""
        with suppress(OSError):
            while piece := source.recv(PIECE):
                if not self.silent:
                    target.sendall(piece)
        if not self.silent:
            self.end()

    def end(self) -> None:
        for one in (self.client, self.server):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


@contextmanager
def silent_proxy(target: str) -> Iterator[SilentProxy]:
    proxy = SilentProxy(target)
    try:
        yield proxy
    finally:
        proxy.close()
