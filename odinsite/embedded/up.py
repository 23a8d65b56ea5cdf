"""`manage.py up`: the whole site, until Ctrl-C."""

import argparse
import os
import socket
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from ipaddress import ip_address
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

from odinsite.embedded.environment import set_environment, set_secrets_and_folders
from odinsite.embedded.errors import StartError
from odinsite.embedded.folder import Folder, default_folder
from odinsite.embedded.interrupt import Interrupt, Interrupted
from odinsite.embedded.servers import Servers
from odinsite.embedded.site import Site, say

BACKLOG = 512
LOOPBACK = "127.0.0.1"


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(
        prog="manage.py up",
        description="Start the site: web and worker, with PostgreSQL and Redis of its own unless DATABASE_URL "
        "and REDIS_URL name others. Ctrl-C stops it all.",
    )
    found.add_argument("--host", default=LOOPBACK, help="address to listen on (default: this computer only)")
    found.add_argument("--port", type=int, default=8000, help="port to listen on; 0 takes a free one (default: 8000)")
    found.add_argument("--data", type=Path, metavar="DIR", help="folder for all data (default: ODIN_DATA, or .data)")
    found.add_argument("--demo", action="store_true", help="add a few players and running games to look at")
    found.add_argument(
        "--reload", action="store_true", help="for work on the site: show changes at once, and faults in full"
    )
    return found


def main(arguments: Sequence[str]) -> int:
    """Run the site; return 0 after a signal. Raises StartError."""
    options = parser().parse_args(arguments)
    interrupt = Interrupt()
    folder = Folder(options.data) if options.data else default_folder()
    try:
        with ExitStack() as stack:
            serve(stack, folder, options, interrupt)
    except Interrupted:
        say("Stopped.")
    return 0


def serve(stack: ExitStack, folder: Folder, options: argparse.Namespace, interrupt: Interrupt) -> None:
    """Start everything and run until a signal. `stack` ends what was started."""
    if options.demo and not is_loopback(options.host):
        raise StartError("--demo makes accounts for looking around; it needs a --host that only this computer reaches.")
    if options.reload and not is_loopback(options.host):
        raise StartError("--reload shows faults with their code; it needs a --host that only this computer reaches.")
    if options.reload:
        os.environ["DEBUG"] = "true"
    folder.prepare()
    stack.enter_context(only_one(folder))
    listener = stack.enter_context(listen(options.host, options.port))
    port = listener.getsockname()[1]
    address = f"http://{shown_host(options.host, port)}:{port}"
    servers = None
    if os.environ.get("DATABASE_URL"):
        set_secrets_and_folders(folder)
    else:
        servers = Servers(folder)
        stack.callback(servers.release)
        set_environment(folder)
    set_address(folder, options.host, address, own_servers=servers is not None)
    Site(folder, servers, listener, address, interrupt).run(demo=options.demo, reload=options.reload)


def only_one(folder: Folder) -> IO[str]:
    """Lock the folder for this `up`. Raises StartError if another has it."""
    lock = folder.lock("up.lock")
    if lock is None:
        raise StartError(
            f"The site already runs with the data folder {folder.path}. Stop it first, or name another --data."
        )
    return lock


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises StartError."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(BACKLOG)
    except socket.gaierror as error:
        raise StartError(f"--host {host} is no IPv4 address or name of this computer: {error.strerror}.") from error
    except (OSError, OverflowError) as error:
        found.close()
        raise StartError(
            f"Cannot listen on {host}:{port}: {getattr(error, 'strerror', None) or error}. "
            "Name another port with --port, or stop what uses it."
        ) from error
    return found


def is_loopback(host: str) -> bool:
    try:
        return ip_address(socket.gethostbyname(host)).is_loopback
    except OSError:
        return False


def shown_host(host: str, port: int) -> str:
    """The host to show: for all addresses, this computer's in its network; for this computer `localhost`, because
    passkeys need a name.
    """
    if host == LOOPBACK and names_loopback("localhost", port):
        return "localhost"
    if host not in ("0.0.0.0", ""):  # noqa: S104 - compared, not bound
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # This sends nothing: it only finds the route.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return LOOPBACK
        return str(probe.getsockname()[0])


def names_loopback(name: str, port: int) -> bool:
    """Whether browsers that request the name reach LOOPBACK: nothing else answers at the port of its IPv6 addresses."""
    try:
        places = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)
    except OSError:
        return False
    others = [place for *_kind, place in places if place[0] != LOOPBACK]
    return len(others) < len(places) and not any(map(_answers, others))


def _answers(place: tuple[Any, ...]) -> bool:
    try:
        socket.create_connection((place[0], place[1]), timeout=1).close()
    except OSError:
        return False
    return True


def set_address(folder: Folder, host: str, address: str, *, own_servers: bool) -> None:
    """Set the site's address in the environment. /mail/ opens only to this computer."""
    os.environ["ODIN_ADDRESS"] = address
    os.environ.pop("MAILBOX_KEY", None)
    public = os.environ.get("PUBLIC_URL", "")
    if not public and not is_loopback(host):
        names = {
            socket.gethostname(),
            urlsplit(address).hostname or "",
            *os.environ.get("ALLOWED_HOSTS", "").split(","),
        } - {""}
        os.environ["ALLOWED_HOSTS"] = ",".join(sorted(names))
    if own_servers and not public and is_loopback(host) and not os.environ.get("EMAIL_URL"):
        os.environ["MAILBOX_KEY"] = folder.mailbox_key()
    elif not os.environ.get("EMAIL_URL"):
        print(
            "Warning: no mail reaches anybody, so nobody can confirm an address and log in: EMAIL_URL names no mail "
            "server. Set it, such as to smtp+tls://user:password@mail.example.org:587. Until then mails are files in "
            f"{folder.mail}.",
            file=sys.stderr,
        )
    if urlsplit(public or address).scheme == "http" and (public or not is_loopback(host)):
        print(
            f"Warning: {public or address} is not https. Passwords and cookies travel unprotected, and cookies are not "
            "marked Secure. For more than a trusted network, put a proxy with TLS in front and set PUBLIC_URL.",
            file=sys.stderr,
        )
