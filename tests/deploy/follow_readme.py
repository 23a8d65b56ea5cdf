"""Runs the lines of README.md's section Deploy in an empty Debian, and plays on the resulting site.

    python -m tests.deploy.follow_readme [--proxy nginx] [--debian DIR] [--carry PATH ...]

Needs root, debootstrap and network; see tests.deploy.empty_debian. These things differ from a server of your own:

- domain, mail server and repository (its last commit) are this machine's;
- `systemctl` only notes its calls; this program starts what the units say;
- certbot makes its own certificate, and Caddy gets `local_certs`;
- make_admin reads the password from standard input.

`--debian` keeps the empty Debian; `--carry` copies a file or folder to the same place there, such as a mirror of
packages. Exits with 1 at the first failure.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

from aiosmtpd.controller import Controller

from tests.deploy.empty_debian import Debian, base_made, call
from tests.deploy.readme_steps import PROXIES, README, ROOT, Step, steps_of, with_values
from tests.deploy.visiting import Letters, Person, play, sign_up, sit_down

DOMAIN = "odin.test"
ADMIN_PASSWORD = "seven-oars-and-a-sail"
MAIL_PORT = 2525
REPOSITORY = "/srv/odin.git"
TURNS = 8
OUTER, PLACE = "ODIN_OUTER_NETWORK", "ODIN_PLACE"
TRUSTED = {
    "nginx": f"etc/letsencrypt/live/{DOMAIN}/fullchain.pem",
    "caddy": "var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt",
}
PATIENCE_S = 120.0
BODY_TOO_LARGE = 4_000_000


def say(words: str) -> None:
    print(f"[{time.monotonic() - BEGAN:6.1f} s] {words}", flush=True)


BEGAN = time.monotonic()


def main(argv: list[str]) -> int:
    options = _options(argv)
    if OUTER not in os.environ:
        return _in_own_spaces(argv)
    place = Path(os.environ[PLACE])
    base = options.debian or place / "debian"
    if not (base / "etc/debian_version").exists():
        say("An empty Debian is made.")
        call("nsenter", f"--net=/proc/self/fd/{os.environ[OUTER]}", *base_made(base), files=[int(os.environ[OUTER])])
    debian = Debian(base, place / "tried", int(os.environ[OUTER]), options.carry)
    try:
        return _follow(debian, options.proxy)
    finally:
        debian.stop()
        call("umount", "--lazy", "--recursive", str(debian.root))


def _options(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.deploy.follow_readme")
    parser.add_argument("--proxy", choices=PROXIES, default="caddy")
    parser.add_argument("--debian", type=Path, help="where the empty Debian lies, or is made")
    parser.add_argument("--carry", type=Path, action="append", default=[], metavar="PATH")
    return parser.parse_args(argv)


def _in_own_spaces(argv: list[str]) -> int:
    """Start this program again in its own namespaces; both end together."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with open("/proc/self/ns/net", "rb") as outer, tempfile.TemporaryDirectory(prefix="odin-readme-") as place:
        spaces = ["--mount", "--net", "--pid", "--fork", "--mount-proc", "--kill-child", "--propagation", "private"]
        command = ["unshare", *spaces, sys.executable, "-m", "tests.deploy.follow_readme", *argv]
        environment = {**os.environ, OUTER: str(outer.fileno()), PLACE: place}
        return subprocess.run(command, env=environment, cwd=ROOT, pass_fds=[outer.fileno()], check=False).returncode


def _follow(debian: Debian, proxy: str) -> int:
    call("ip", "link", "set", "lo", "up")
    _name_here(debian)
    _repository_there(debian)
    with _mail_server() as letters:
        try:
            _do_steps(debian, proxy)
            _visit(debian, proxy, letters)
            took = debian.stop()
        except Exception as error:
            say(f"FAILED: {type(error).__name__}: {error}")
            for log in sorted(debian.place.glob("*.log")):
                print(f"--- {log.name}", *log.read_text(errors="replace").splitlines()[-15:], sep="\n")
            return 1
    say("stopped: " + ", ".join(f"{name} in {seconds:.1f} s" for name, seconds in took.items()))
    say(f"README.md's Deploy with {proxy}: all lines done, site served, game played. OK")
    return 0


def _do_steps(debian: Debian, proxy: str) -> None:
    steps = steps_of(README.read_text(encoding="utf-8"), proxy)
    values = {
        "DOMAIN": DOMAIN,
        "EMAIL": "jo@example.org",
        "REPOSITORY": REPOSITORY,
        "MAIL_SERVER": f"smtp://127.0.0.1:{MAIL_PORT}",
    }
    known = with_values(steps[0], values).lines
    folder = "/root"
    for step in steps[1:]:
        say(step.words)
        print("\n".join(f"             {line}" for line in step.lines.splitlines()), flush=True)
        script = f"{known}\ncd {folder}\n{step.lines}\npwd > /run/folder\n"
        if step.lines.startswith("odin-manage health"):
            _awaited(debian, script)
        else:
            written = debian.run(script, outside=step.from_outside, stdin=ADMIN_PASSWORD + "\n" if step.asks else "")
            if not step.from_outside and written.strip():
                print("\n".join(f"             > {line}" for line in written.strip().splitlines()[-3:]), flush=True)
        folder = (debian.root / "run/folder").read_text(encoding="utf-8").strip()
        _start_what_it_says(debian, step)


def _start_what_it_says(debian: Debian, step: Step) -> None:
    if "postgresql" in step.lines and step.from_outside:
        debian.run("pg_ctlcluster 15 main start")
        debian.start("redis-server.service")
    for words in debian.told():
        match words:
            case ["enable", "--now", unit] if unit.endswith(".timer"):
                say(f"not started: {unit}")
            case ["start", "backup-odin.service"]:
                # As the unit does.
                folder = "/var/lib/odin/backups"
                debian.run(f"install -d -o odin -m 750 {folder} && odin-manage backup {folder}/odin-0.zip")
            case ["enable", "--now", unit]:
                say(f"started: {', '.join(debian.start(unit))}")
            case ["restart", "caddy"]:
                file = debian.root / "etc/caddy/Caddyfile"
                text = file.read_text(encoding="utf-8")
                file.write_text(text.replace("{\n", "{\n\tlocal_certs\n\tskip_install_trust\n", 1), encoding="utf-8")
                debian.start("caddy.service")
            case ["restart", "nginx"]:
                debian.run("nginx -t")
                debian.start("nginx.service")
            case ["daemon-reload"]:
                pass
            case _:
                raise AssertionError(f"systemctl does not know what to do with {words}")


def _awaited(debian: Debian, script: str) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            written = debian.run(script)
        except AssertionError:
            if time.monotonic() > deadline:
                raise
            time.sleep(2)
        else:
            print("\n".join(f"             > {line}" for line in written.strip().splitlines()), flush=True)
            return


def _visit(debian: Debian, proxy: str, letters: Letters) -> None:
    """Let two people register and play, and an administrator log in."""
    address, trusted = f"https://{DOMAIN}", debian.root / TRUSTED[proxy]
    _until(trusted.exists, "a certificate of the proxy's")
    jo, kim, admin = (Person(handle, address, str(trusted)) for handle in ("jo-one", "kim-two", "admin"))
    _until(lambda: jo.status("/readyz") == HTTPStatus.OK, "an answer to /readyz through the proxy")
    for person in (jo, kim):
        sign_up(person, letters)
        say(f"{person.handle} has registered, by a mail, at {address}")
    path = sit_down(jo, kim)
    taken = asyncio.run(play([jo, kim], path, TURNS))
    say(f"{len(taken)} turns by the pages, each heard by both over wss: {' '.join(taken)}")
    admin.press("/accounts/login/", "/accounts/login/", login="admin", password=ADMIN_PASSWORD)
    assert admin.get("/settings/")[0] == f"{address}/settings/", "the administrator cannot log in"
    say("the administrator that make_admin made has logged in")
    _try_proxy(debian, proxy, jo, letters)


def _until(met: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not met():
        assert time.monotonic() < deadline, f"after {PATIENCE_S:.0f} s still awaited: {what}"
        time.sleep(0.5)


def _try_proxy(debian: Debian, proxy: str, person: Person, letters: Letters) -> None:
    assert person.status("/i/5ec7e75ec7e7/") == 404
    assert person.status("/rules/", X_Forwarded_For="10.9.9.9", X_Forwarded_Proto="http") == 200
    large = subprocess.run(
        ["curl", "-sk", "-o", "/dev/null", "-w", "%{http_code}", "--data-binary", "@-", f"{person.address}/report/"],
        input=b"x" * BODY_TOO_LARGE, capture_output=True, check=False,
    ).stdout.decode()  # fmt: skip
    assert large == "413", f"a body of {BODY_TOO_LARGE} bytes was answered with {large}"
    written = "".join(file.read_text(errors="replace") for file in _logs(debian, proxy))
    assert "/rules/" in written, "the proxy's log holds no requests"
    confirmed = [link.rstrip("/").rpartition("/")[2] for link in letters.links("/confirm-email/")]
    assert len(confirmed) == 2, confirmed
    for secret in ("5ec7e75ec7e7", *confirmed):
        assert secret not in written, "a log holds a secret address"
    say(f"{proxy}: a body of 4 MB is refused (413), X-Forwarded-* of clients are not believed, logs hold no secrets")


def _logs(debian: Debian, proxy: str) -> Iterator[Path]:
    yield from debian.place.glob("*.log")
    yield from (debian.root / "var/log" / proxy).glob("*.log")


def _name_here(debian: Debian) -> None:
    """Make the site's name lead to this machine."""
    hosts = debian.place / "hosts"
    hosts.write_text(f"127.0.0.1 localhost {DOMAIN}\n", encoding="ascii")
    call("mount", "--bind", str(hosts), "/etc/hosts")
    (debian.root / "etc/hosts").write_text(hosts.read_text(encoding="ascii"), encoding="ascii")


def _repository_there(debian: Debian) -> None:
    call("git", "clone", "-q", "--bare", str(ROOT), str(debian.root / REPOSITORY.lstrip("/")))
    changed = subprocess.run(["git", "status", "--short"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    if changed:
        say(f"{len(changed.splitlines())} files here are not committed, and take no part.")


@contextmanager
def _mail_server() -> Iterator[Letters]:
    letters = Letters()
    server = Controller(letters, hostname="127.0.0.1", port=MAIL_PORT)
    server.start()
    try:
        yield letters
    finally:
        server.stop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
