"""What one web process takes at a time: open files, connections, sockets, bodies. All numbers are here.

An attacker can have a process hold many connections, but must not make it run out of descriptors: then no page is
served. So half of what the process may open is for pages, and sockets share the other half.
"""

import resource
from dataclasses import dataclass
from functools import cache

# The soft limit is raised up to here, which is more than one process can serve.
FILES_WANTED = 65_536
# Descriptors for PostgreSQL's pool (20), Redis (36), bodies, logs and what Python opens for a moment.
FILES_KEPT = 192

# Connections that the kernel keeps until the process takes them.
BACKLOG = 1024

# A web socket costs memory too.
SOCKETS_AT_MOST = 10_000
# A person has one or two for each open page.
SOCKETS_OF_A_SESSION = 40
# A school or a company may have one address for all; its visitors without a login share a smaller part.
SOCKETS_OF_A_NETWORK = 300
VISITORS_OF_A_NETWORK = 100
# A connection over a limit is accepted, so that a page can learn why it ends; so many of these at a time, and more are
# refused without words.
FAREWELLS = 50
# Seconds that a client has to answer the end of a web socket, after which what it hasn't read is lost.
FAREWELL_S = 5.0

# Pages send at most 2.5 MB (DATA_UPLOAD_MAX_MEMORY_SIZE).
BODY_BYTES = 3 * 1024 * 1024
# From this size on a body is kept on disk, and costs a descriptor; so many of these at a time.
LARGE_BODY_BYTES = 100_000
LARGE_BODIES = 64
# Clients' messages have 2 KB at most. A longer one is answered in words, one of more than this ends the connection.
MESSAGE_BYTES = 512 * 1024

# Seconds for a request's line and headers, from the connection's beginning or the request's first byte.
HEADERS_S = 10.0
# Seconds for the site to answer a web socket's handshake, which is complete by then.
HANDSHAKE_S = 20
# Seconds for a body in all, and from one part of it to the next.
BODY_S = 60.0
BODY_PART_S = 10.0
# Seconds in which a client can read why it was refused.
LINGER_S = 2.0


@dataclass(frozen=True, slots=True)
class Room:
    """How many connections this process takes: `sockets` of them web sockets, `visitors` of these without a login."""

    connections: int
    sockets: int
    visitors: int


def files_raise() -> None:
    """Raise the soft limit of open files as far as this process may. Shells, systemd and containers give 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_WANTED if hard == resource.RLIM_INFINITY else min(hard, FILES_WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


@cache
def room() -> Room:
    """The room of this process, by the soft limit of open files as it is at the first call."""
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return room_within(FILES_WANTED if soft == resource.RLIM_INFINITY else soft)


def room_within(files: int) -> Room:
    """The room of a process that may open so many files.

    >>> room_within(1024)
    Room(connections=832, sockets=416, visitors=208)
    """
    connections = max(files - FILES_KEPT, 16)
    sockets = min(connections // 2, SOCKETS_AT_MOST)
    return Room(connections, sockets, sockets // 2)
