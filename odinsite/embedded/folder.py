"""The data folder: paths, owners, locks."""

import base64
import fcntl
import hashlib
import os
import pwd
import re
import secrets
import stat
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path
from typing import IO
from urllib.parse import quote

from odinsite.embedded.errors import StartError

BASE_DIR = Path(__file__).resolve().parent.parent.parent
# Some systems allow 104 bytes, and servers append a name.
MAX_SOCKET_FOLDER = 80
PLAIN_PATH = re.compile(r"[A-Za-z0-9_./-]+\Z")
# Runs root's servers, as PostgreSQL refuses root.
UNPRIVILEGED = "nobody"


class Folder:
    """The data folder. It touches no disk before `prepare`."""

    def __init__(self, path: Path) -> None:
        self.path = Path(os.path.abspath(path))
        self.postgres = self.path / "postgres"
        self.logs = self.path / "logs"
        self.static = self.path / "static"
        self.mail = self.path / "mail"
        self.beat_schedule = self.path / "beat-schedule"

    @property
    def sockets(self) -> Path:
        """Temporary if the path is too long or odd for a URL."""
        inside = self.path / "run"
        if len(os.fsencode(inside)) <= MAX_SOCKET_FOLDER and PLAIN_PATH.match(str(inside)):
            return inside
        digest = hashlib.sha256(os.fsencode(self.path)).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"odin-{os.getuid()}-{digest}"

    @property
    def database_url(self) -> str:
        return f"postgres://odin@/odin?host={quote(str(self.sockets))}"

    @property
    def redis_socket(self) -> Path:
        return self.sockets / "redis.sock"

    @property
    def redis_url(self) -> str:
        return f"unix://{quote(str(self.redis_socket))}"

    def prepare(self) -> None:
        """Create the folder and its parts. Raises StartError."""
        self._check_owner()
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            for child in (self.logs, self.static, self.mail):
                child.mkdir(mode=0o700, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.path):
                pass
            make_private(self.sockets)
        except OSError as error:
            raise StartError(
                f"The data folder {self.path} cannot be used: {error.strerror or error}. "
                "Name another one with --data DIR, or with ODIN_DATA."
            ) from error
        if os.geteuid() == 0:
            account = server_account()
            os.chown(self.sockets, account.pw_uid, account.pw_gid)
            let_through(self.path)

    def _check_owner(self) -> None:
        """Check that this account owns the servers' data, without touching anything. Raises StartError."""
        try:
            owner = self.postgres.stat().st_uid
        except OSError:
            return
        if owner != (server_account().pw_uid if os.geteuid() == 0 else os.geteuid()):
            raise StartError(
                f"The database in {self.postgres} belongs to another account (number {owner}). "
                "Start as that account, or name another folder with --data DIR or ODIN_DATA."
            )

    def lock(self, name: str, *, shared: bool = False, wait: bool = False) -> IO[str] | None:
        """The locked file; closing it unlocks. None if it is locked elsewhere."""
        # Open as long as the lock.
        handle = open(self.path / name, "a+", encoding="utf-8")  # noqa: SIM115
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        try:
            fcntl.flock(handle, kind if wait else kind | fcntl.LOCK_NB)
        except BlockingIOError:
            handle.close()
            return None
        return handle

    def secrets(self) -> dict[str, str]:
        """The site's secrets, made at first use, readable only by the owner."""
        with self.lock("secrets.lock", wait=True) or nullcontext():
            # 32 random bytes in this alphabet.
            return {
                "SECRET_KEY": self._secret("secret_key", secrets.token_urlsafe(48)),
                "CHAIN_KEY": self._secret("chain_key", base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()),
                "VAPID_PRIVATE_KEY": self._secret("vapid_key", new_vapid_key()),
            }

    def mailbox_key(self) -> str:
        """The key of the mailbox page. It is stored, so that cookies outlive restarts."""
        with self.lock("secrets.lock", wait=True) or nullcontext():
            return self._secret("mailbox_key", secrets.token_urlsafe(24))

    def _secret(self, name: str, fresh: str) -> str:
        path = self.path / name
        if not path.exists():
            draft = self.path / f".{name}.new"
            draft.unlink(missing_ok=True)
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(descriptor, "w", encoding="ascii") as handle:
                handle.write(fresh + "\n")
                handle.flush()
                os.fsync(handle.fileno())
            draft.rename(path)
        return path.read_text(encoding="ascii").strip()


def new_vapid_key() -> str:
    """A random key below P-256's order, which is just below 2^256."""
    return base64.urlsafe_b64encode((1 + secrets.randbelow(2**255)).to_bytes(32, "big")).decode().rstrip("=")


def make_private(path: Path) -> None:
    """Make a folder that only this account (or root's servers) can use. Raises OSError if another owns it."""
    path.mkdir(mode=0o700, exist_ok=True)
    allowed = {os.geteuid()} | ({server_account().pw_uid} if os.geteuid() == 0 else set())
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid not in allowed:
        raise PermissionError(0, f"{path} belongs to somebody else")
    path.chmod(0o700)


def let_through(place: Path) -> None:
    """Let root's servers traverse a folder and its parents."""
    for folder in (place, *place.parents):
        mode = folder.stat().st_mode
        if not mode & stat.S_IXOTH:
            folder.chmod(mode | stat.S_IXOTH)
            if folder != place:
                print(f"Others may now pass through {folder}, for PostgreSQL does not run as root.", file=sys.stderr)


def server_account() -> pwd.struct_passwd:
    """The account that runs the servers for root. Raises StartError without one."""
    try:
        return pwd.getpwnam(UNPRIVILEGED)
    except KeyError as error:
        raise StartError(
            f"PostgreSQL does not run as root, and there is no account `{UNPRIVILEGED}` for it. Start as a plain user."
        ) from error


def default_folder() -> Folder:
    """ODIN_DATA, or `.data` next to manage.py."""
    return Folder(Path(os.environ.get("ODIN_DATA") or BASE_DIR / ".data"))
