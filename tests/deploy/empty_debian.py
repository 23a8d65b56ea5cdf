"""An empty Debian in a folder, to run the README's lines without changing this machine.

It has its own mounts, processes and network. Needs root, debootstrap and network.
"""

from __future__ import annotations

import os
import resource
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.deploy.unit_files import Program, program_of, wanted_by

SHELL_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
MIRROR = "http://deb.debian.org/debian"
# Calls to the replacement systemctl.
TOLD = "run/systemctl.told"
STAND_INS: Final = {
    # Installing packages starts nothing.
    "usr/sbin/policy-rc.d": "#!/bin/sh\nexit 101\n",
    "usr/local/sbin/systemctl": f'#!/bin/sh\necho "$@" >> /{TOLD}\n',
    # No outside authority can reach this machine.
    "usr/local/sbin/certbot": """#!/bin/sh
while [ "$1" != -d ]; do shift; done
mkdir -p /etc/letsencrypt/live/$2 && cd /etc/letsencrypt/live/$2
exec openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=$2 -addext subjectAltName=DNS:$2 \\
    -keyout privkey.pem -out fullchain.pem 2>/dev/null
""",
}
LOW_PORTS = Path("/proc/sys/net/ipv4/ip_unprivileged_port_start")
DEVICES = {"null": (1, 3), "zero": (1, 5), "full": (1, 7), "random": (1, 8), "urandom": (1, 9), "tty": (5, 0)}


class Debian:
    """An empty Debian. `outside` is an open file of the network namespace used to fetch packages."""

    def __init__(self, base: Path, place: Path, outside: int, carried: Sequence[Path]) -> None:
        self.root = place / "root"
        self.place = place
        self.outside = outside
        self.running: dict[str, tuple[subprocess.Popen[bytes], Program]] = {}
        self.sockets: dict[str, socket.socket] = {}
        self._mount(base)
        for path in carried:
            self._carry(path)

    def run(self, script: str, *, outside: bool = False, stdin: str = "", patience_s: float = 900) -> str:
        """Return a root script's output; raises if a line fails."""
        enter = [f"nsenter --net=/proc/self/fd/{self.outside}".split()] if outside else [[]]
        done = subprocess.run(
            [*enter[0], "chroot", str(self.root), "/bin/bash", "-ec", script],
            input=stdin,
            env=self._environment(),
            pass_fds=[self.outside],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=patience_s,
            check=False,
        )
        if done.returncode:
            raise AssertionError(f"ended with {done.returncode}:\n{done.stdout[-3000:]}")
        return done.stdout

    def told(self) -> list[list[str]]:
        """Return the calls to systemctl since the last time."""
        file = self.root / TOLD
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        file.unlink(missing_ok=True)
        return [line.split() for line in lines]

    def start(self, unit: str) -> list[str]:
        """Start a service or a target's services; return their names."""
        if unit.endswith(".target"):
            services = [name for name in wanted_by(self.root, unit) if name.endswith(".service")]
            return [name for wanted in services for name in self.start(wanted)]
        name = unit.removesuffix(".service")
        program = program_of(self.root, f"{name}.service")
        for folder in program.folders:
            self.run(f"install -d -o {program.account} -m 755 /run/{folder}")
        if program.forks:
            self.run(program.command)
        else:
            self.running[name] = (self._begin(name, program), program)
        return [name]

    def log_of(self, name: str) -> Path:
        return self.place / f"{name}.log"

    def stop(self) -> dict[str, float]:
        """Kill the started processes, last first. Return the seconds each took."""
        took = {}
        for name, (process, program) in reversed(self.running.items()):
            began = time.monotonic()
            process.terminate()
            process.wait(program.patience_s)
            took[name] = time.monotonic() - began
        self.running.clear()
        for held in self.sockets.values():
            held.close()
        self.sockets.clear()
        return took

    def _begin(self, name: str, program: Program) -> subprocess.Popen[bytes]:
        # A guest machine may not exceed its own limits.
        files = min(program.files or 1024, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
        limit = [f"--nofile={files}:{files}"]
        if program.low_ports:
            # For this network namespace only; systemd would grant it to one program.
            LOW_PORTS.write_text("0", encoding="ascii")
        command, passed = program.command, []
        if program.listens:
            # systemd would pass it as descriptor 3.
            host, _colon, port = program.listens.rpartition(":")
            held = self.sockets.setdefault(name, socket.create_server((host, int(port))))
            passed = [held.fileno()]
            command = command.replace("--fd 3", f"--fd {held.fileno()}")
        with self.log_of(name).open("ab") as log:
            return subprocess.Popen(
                ["prlimit", *limit, "chroot", f"--userspec={program.account}:", str(self.root), "/bin/sh", "-c",
                 f"cd {program.folder}; exec {command}"],
                pass_fds=passed,
                env={"PATH": SHELL_PATH, "HOME": "/var/lib/" + program.account, **program.environment},
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    def _environment(self) -> dict[str, str]:
        # Where packages come from is this machine's setting, not the README's.
        told = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        return {"PATH": SHELL_PATH, "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive", **told}

    def _mount(self, base: Path) -> None:
        upper, work = self.place / "upper", self.place / "work"
        for folder in (upper, work, self.root):
            folder.mkdir(parents=True)
        layers = f"lowerdir={base},upperdir={upper},workdir={work}"
        call("mount", "-t", "overlay", "overlay", "-o", layers, str(self.root))
        call("mount", "-t", "proc", "proc", str(self.root / "proc"))
        call("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", str(self.root / "dev"))
        for name, (major, minor) in DEVICES.items():
            call("mknod", "-m", "666", str(self.root / "dev" / name), "c", str(major), str(minor))
        for name, target in {"fd": "", "stdin": "/0", "stdout": "/1", "stderr": "/2"}.items():
            (self.root / "dev" / name).symlink_to(f"/proc/self/fd{target}")
        (self.root / "dev/shm").mkdir()
        (self.root / "dev/shm").chmod(0o1777)
        for name, text in STAND_INS.items():
            (self.root / name).write_text(text, encoding="utf-8")
            (self.root / name).chmod(0o755)
        resolver = Path("/etc/resolv.conf")
        (self.root / "etc/resolv.conf").write_text(resolver.read_text(encoding="utf-8"), encoding="utf-8")

    def _carry(self, path: Path) -> None:
        there = self.root / path.relative_to("/")
        if path.is_dir():
            there.mkdir(parents=True, exist_ok=True)
        else:
            there.parent.mkdir(parents=True, exist_ok=True)
            there.touch()
        call("mount", "--bind", "-o", "ro", str(path), str(there))


def base_made(folder: Path) -> list[str]:
    return ["debootstrap", "--variant=minbase", "bookworm", str(folder), MIRROR]


def call(*command: str, files: Sequence[int] = ()) -> None:
    """Run a command that inherits `files`; raises if it fails."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, pass_fds=files)
