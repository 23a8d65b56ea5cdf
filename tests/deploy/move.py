"""`python -m tests.deploy.move` moves a site from `up` to its own servers and back, then to an earlier time.

Needs Debian's postgresql-15 (or PG_BIN) and redis-server; takes some minutes. Run by hand.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from odinsite.backup.archive import reading
from odinsite.embedded.folder import let_through
from tests.embedded import running
from tests.embedded.running import ROOT, Running, Visitor, manage
from tests.live.children import free_port

BINARIES = Path(os.environ.get("PG_BIN", "/usr/lib/postgresql/15/bin"))
PATIENCE_S = 600.0
# Rows with clocks, which go on at the restore.
CLOCKS = {"games_deadline", "games_game"}
KEYS = {"SECRET_KEY": "secret_key", "CHAIN_KEY": "chain_key", "VAPID_PRIVATE_KEY": "vapid_key"}
VERIFY = """
from games.engine import verify_record
from games.models import Game, Hand
from games.history.record import record_of
from games.play.derived import game_rebuild
games = list(Game.objects.filter(started_at__isnull=False))
bad = [game.public_id for game in games if verify_record(record_of(game, None))]
for game in games:
    game_rebuild(public_id=game.public_id)
assert not bad, bad
running = Game.objects.filter(ended_at__isnull=True, started_at__isnull=False).count()
print(f"{len(games)} records verified, {running} games run, {Hand.objects.filter(voided=True).count()} hands void")
"""


def main() -> int:
    running.START_PATIENCE = PATIENCE_S
    folder = Path(tempfile.mkdtemp(prefix="odin-move-"))
    let_through(folder)
    try:
        with ExitStack() as stack:
            move(folder, stack)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


def move(folder: Path, stack: ExitStack) -> None:
    first, last = folder / "first", folder / "last"
    say("a site of up's", do("demo", ODIN_DATA=str(first)).splitlines()[-1])
    one, two, three = (folder / f"{number}.zip" for number in (1, 2, 3))
    say("backup", do("backup", str(one), ODIN_DATA=str(first)))
    own = stack.enter_context(own_servers(folder))
    keys = {name: (first / file).read_text().strip() for name, file in KEYS.items()}
    say("restore on own servers", do("restore", str(one), "--nothing-since", **own, **keys))
    say("backup of these", do("backup", str(two), **own, **keys))
    say("tables equal to the first backup's", equal(one, two))
    say("its games", do("shell", "--no-imports", "-c", VERIFY, **own, **keys))
    with Running(folder / "between", ignore_interrupt=False, root=ROOT, **own, **keys) as site:
        say("the site on own servers", answer(site))
        time.sleep(15)
    say("backup after it ran", do("backup", str(three), **own, **keys))
    last.mkdir()
    shutil.copy(first / "chain_key", last / "chain_key")
    back = {"ODIN_DATA": str(last)}
    say("restore for up", do("restore", str(three), "--nothing-since", **back))
    say("its games", do("shell", "--no-imports", "-c", VERIFY, **back))
    say("restore of the first backup", do("restore", str(one), "--replace", "--yes", **back))
    say("its games", do("shell", "--no-imports", "-c", VERIFY, **back))
    with Running(last) as site:
        say("up at the earlier time", answer(site))
        time.sleep(15)
    say("its games, played on", do("shell", "--no-imports", "-c", VERIFY, **back))


def do(*arguments: str, **environment: str) -> str:
    """Run the command. Raises if it fails."""
    done = manage(*arguments, patience=PATIENCE_S, **environment)
    if done.returncode:
        raise SystemExit(f"manage.py {arguments[0]} failed:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def answer(site: Running) -> str:
    status, _page, _headers = Visitor().get(f"{site.address}/")
    if status != 200:
        raise SystemExit(f"the first page answered {status}")
    return "the first page answers"


def equal(one: Path, other: Path) -> str:
    """Return how many tables are equal; only clocks may differ."""
    found = []
    for path in (one, other):
        with reading(path) as backup:
            found.append({part.table: (part.rows, part.sha256) for part in backup.manifest.parts})
    before, after = found
    changed = {table for table in before if before[table] != after[table]}
    if not changed <= CLOCKS or any(before[table][0] != after[table][0] for table in changed):
        raise SystemExit(f"other rows in {sorted(changed)}")
    return f"{len(before) - len(changed)} of {len(before)} row by row; clocks in {', '.join(sorted(changed)) or 'none'}"


@contextmanager
def own_servers(folder: Path) -> Iterator[dict[str, str]]:
    port, redis_port = free_port(), free_port()
    cluster = folder / "cluster"
    cluster.mkdir()
    account = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
    if account:
        os.chown(cluster, account.pw_uid, account.pw_gid)
    flags = ("-D", str(cluster), "-U", "odin", "--auth=trust", "--encoding=UTF8", "--no-sync")
    if start(str(BINARIES / "initdb"), *flags, account=account).wait():
        raise SystemExit("initdb failed")
    settings = ("-p", str(port), "-h", "127.0.0.1", "-k", str(cluster), "-c", "fsync=off")
    redis = ("--bind", "127.0.0.1", "--port", str(redis_port), "--save", "", "--dir", str(folder))
    servers = [
        start(str(BINARIES / "postgres"), "-D", str(cluster), *settings, account=account),
        start("redis-server", *redis),
    ]
    try:
        while start(str(BINARIES / "createdb"), "-h", "127.0.0.1", "-p", str(port), "-U", "odin", "odin").wait():
            if servers[0].poll() is not None:
                raise SystemExit("PostgreSQL did not start")
            time.sleep(0.2)
        version = subprocess.run([str(BINARIES / "postgres"), "--version"], check=True, capture_output=True, text=True)
        say("own servers", version.stdout.strip())
        yield {
            "DATABASE_URL": f"postgres://odin@127.0.0.1:{port}/odin",
            "REDIS_URL": f"redis://127.0.0.1:{redis_port}",
            "MAIL_DIR": str(folder),
        }
    finally:
        for server in servers:
            server.send_signal(signal.SIGINT)
            server.wait(30)


def start(*command: str, account: pwd.struct_passwd | None = None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        user=account.pw_uid if account else None,
        group=account.pw_gid if account else None,
        extra_groups=[] if account else None,
    )


def say(what: str, found: str) -> None:
    sys.stdout.write(f"{what}: {found}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "odinsite.settings")
    sys.exit(main())
