"""A web process's limits: files, connections, sockets, bodies.

Half the descriptors are for pages, half for sockets, so that connections cannot use up what pages need.
"""

import resource
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

# The soft limit is raised to this, more than one process can serve.
FILES_WANTED = 65_536
# Files for PostgreSQL's pool (20), Redis (36), bodies, logs and occasional uses.
FILES_RESERVED = 192

# Connections queued by the kernel.
BACKLOG = 1024

SOCKETS_AT_MOST = 10_000
# An open page has one or two.
SOCKETS_OF_A_SESSION = 40
# A school may share one address; visitors without a login get less.
SOCKETS_OF_A_NETWORK = 300
VISITORS_OF_A_NETWORK = 100
# Connections over a limit are accepted to say why; beyond this many at a time, refused.
FAREWELLS = 50
# Seconds for a client to answer a socket's close; then unread words are lost.
FAREWELL_S = 5.0

# Seconds after which one page too many may be asked for again.
PAGE_RETRY_S = 5

# Pages send at most 2.5 MB (DATA_UPLOAD_MAX_MEMORY_SIZE).
BODY_BYTES = 3 * 1024 * 1024
# Larger bodies are on disk, a descriptor each; this many at a time.
LARGE_BODY_BYTES = 100_000
LARGE_BODIES = 64
# Clients' messages have 2 KB at most. Longer ones are answered; beyond this the connection ends.
MESSAGE_BYTES = 512 * 1024

# Seconds for the site to answer a socket's handshake.
HANDSHAKE_S = 20


@dataclass(frozen=True, slots=True)
class Patience:
    """The seconds that clients get: for headers, from the connection's start or the request's first byte; for a whole
    body, and between its parts; to read why they were refused; to take the part of an answer that was sent last.
    """

    headers: float = 10.0
    body: float = 60.0
    body_part: float = 10.0
    refusal: float = 2.0
    answer_part: float = 60.0


@dataclass(frozen=True, slots=True)
class PageLimits:
    """The most pages at a time of a network, of its visitors without a login, and of a session: how many are rendered,
    how many wait for that, and the seconds they wait. Rendering takes the processor, so more at a time are no faster; a
    browser requests twenty files at the same time, and a school has one address.
    """

    drawn: Mapping[str, int] = field(default_factory=lambda: {"network": 6, "visitors": 4, "session": 3})
    waiting: Mapping[str, int] = field(default_factory=lambda: {"network": 600, "visitors": 400, "session": 100})
    wait_s: float = 10.0


PAGES = PageLimits()


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The connections of this process: `sockets` web sockets, `visitors` of these without a login."""

    connections: int
    sockets: int
    visitors: int


def files_raise() -> None:
    """Raise the soft limit of open files; shells, systemd and containers give 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_WANTED if hard == resource.RLIM_INFINITY else min(hard, FILES_WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


@cache
def connection_limits() -> ConnectionLimits:
    """The limits under that of open files at the first call."""
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return connection_limits_within(FILES_WANTED if soft == resource.RLIM_INFINITY else soft)


def connection_limits_within(files: int) -> ConnectionLimits:
    """The limits of a process that may open `files` files.

    >>> connection_limits_within(1024)
    ConnectionLimits(connections=832, sockets=416, visitors=208)
    """
    connections = max(files - FILES_RESERVED, 16)
    sockets = min(connections // 2, SOCKETS_AT_MOST)
    return ConnectionLimits(connections, sockets, sockets // 2)
