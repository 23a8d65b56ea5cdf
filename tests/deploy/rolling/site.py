"""Two web processes behind nginx, updated one after the other to a version with other files and other tables."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from typing import Final, Self

from odinsite.embedded.folder import Folder
from odinsite.embedded.servers import Servers
from tests.bench.compare.program import Program
from tests.embedded.running import ROOT, environment
from tests.live.children import free_port

PARTS: Final = ("accounts", "docker", "games", "odinsite", "templates", "manage.py")
QUEUES: Final = "clocks,bots,background,idle,mail,outward"
NEW_MIGRATIONS: Final = {
    "9998_rolling_column": """
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("games", "{newest}")]
    operations = [migrations.AddField("game", "rolled", models.IntegerField(null=True))]
""",
    "9999_rolling_index": """
from django.db import migrations, models
from accounts.large_indexes import AddLargeIndex

class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "9998_rolling_column")]
    operations = [AddLargeIndex("game", models.Index(fields=["rolled"], name="game_rolled"))]
""",
}
NGINX: Final = """
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx-error.log warn;
events {{ worker_connections 4096; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""


def tree_copied(target: Path, commit: str = "") -> Path:
    """The code of a commit, or of this folder."""
    target.mkdir(parents=True)
    if commit:
        packed = subprocess.run(["git", "archive", commit, *PARTS], cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=BytesIO(packed)) as archive:
            archive.extractall(target, filter="data")
        return target
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, target / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, target / part)
    return target


def tree_changed(tree: Path) -> None:
    """Make it the next version: two more migrations, and other names for all scripts and styles."""
    migrations = tree / "games" / "migrations"
    newest = sorted(path.stem for path in migrations.glob("[0-9]*.py"))[-1]
    for name, text in NEW_MIGRATIONS.items():
        (migrations / f"{name}.py").write_text(text.format(newest=newest))
    for path in (tree / "odinsite" / "static" / "odin").rglob("*"):
        if path.suffix in (".js", ".css"):
            path.write_text(path.read_text() + "\n/* The next version. */\n")


class RollingSite:
    """The site. Both versions share its folder of static files, as on one machine. Ends with the context."""

    def __init__(self, path: Path, commit: str = "") -> None:
        self.folder = Folder(path / "data")
        self.before = tree_copied(path / "before", commit)
        self.after = tree_copied(path / "after")
        tree_changed(self.after)
        self.proxy_folder = path / "nginx"
        self.port, self.ports = free_port(), [free_port(), free_port()]
        self.address = f"http://127.0.0.1:{self.port}"
        self.environment = environment(
            DATABASE_URL=self.folder.database_url,
            REDIS_URL=self.folder.redis_url,
            PUBLIC_URL=self.address,
            TRUSTED_PROXIES="127.0.0.1",
            STATIC_ROOT=str(self.folder.static),
            MAIL_DIR=str(self.folder.mail),
            DJANGO_SETTINGS_MODULE="odinsite.settings",
            DEBUG="false",
            PYTHONUNBUFFERED="1",
        )
        self.newest = sorted(path.stem for path in (self.before / "games" / "migrations").glob("[0-9]*.py"))[-1]
        self.webs: list[Program] = []
        self.worker: Program | None = None
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.enter_context(Servers(self.folder))
            self.environment |= self.folder.secrets()
            self.manage(self.before, "migrate", "--verbosity", "0")
            self.manage(self.before, "collectstatic", "--noinput", "--verbosity", "0")
            stack.callback(self._end)
            self.webs = [self._web(self.before, port) for port in self.ports]
            self.worker = self._worker(self.before)
            for program in (*self.webs, self.worker):
                program.begin()
            for program in self.webs:
                program.wait()
            proxy = self._proxy()
            proxy.begin()
            stack.callback(proxy.end)
            proxy.wait()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def manage(self, tree: Path, *words: str) -> None:
        subprocess.run([sys.executable, "manage.py", *words], cwd=tree, env=self.environment, check=True, timeout=300)

    def prepare(self, tree: Path) -> None:
        """Bring the first part of an update: the new version's files and tables, while the old one runs."""
        self.manage(tree, "collectstatic", "--noinput", "--verbosity", "0")
        self.manage(tree, "migrate", "--verbosity", "0")

    def tables_back(self) -> None:
        """The way back, once nothing runs the newer version."""
        self.manage(self.after, "migrate", "games", self.newest, "--verbosity", "0")

    def web_update(self, number: int, tree: Path) -> None:
        """Restart a web process with this version, as systemd does. Returns when it is ready."""
        self.webs[number].end()
        self.webs[number] = self._web(tree, self.ports[number])
        self.webs[number].begin()
        self.webs[number].wait()

    def worker_update(self, tree: Path) -> None:
        assert self.worker is not None
        self.worker.end()
        self.worker = self._worker(tree)
        self.worker.begin()

    def _end(self) -> None:
        for program in (*self.webs, self.worker):
            if program is not None:
                program.end()

    def _web(self, tree: Path, port: int) -> Program:
        command = [sys.executable, "-m", "odinsite.web", "--verbosity", "0", "--bind", "127.0.0.1", "--port", str(port)]
        log = self.folder.logs / f"web-{port}.log"
        return Program(command, log, tree, self.environment | {"ODIN_REVISION": tree.name}, port, "/livez")

    def _worker(self, tree: Path) -> Program:
        command = [sys.executable, "-m", "celery", "-A", "odinsite", "worker", "--queues", QUEUES, "--concurrency", "1",
                   "--without-gossip", "--without-mingle", "--loglevel", "WARNING"]  # fmt: skip
        return Program(command, self.folder.logs / "worker.log", tree, self.environment)

    def _proxy(self) -> Program:
        self.proxy_folder.mkdir()
        text = NGINX.format(
            user="user root;" if os.getuid() == 0 else "",
            folder=self.proxy_folder,
            site=proxy_site((ROOT / "docker" / "nginx.conf").read_text(), self.port, self.ports, self.proxy_folder),
        )
        file = self.proxy_folder / "nginx.conf"
        file.write_text(text)
        program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        assert program, "the proxy is Debian's package nginx-light"
        command = [program, "-p", str(self.proxy_folder), "-c", str(file)]
        return Program(command, self.proxy_folder / "log", self.proxy_folder, self.environment, self.port, "/livez")


def proxy_site(text: str, port: int, ports: list[int], logs: Path) -> str:
    """docker/nginx.conf without TLS, for these processes, and with networks as the clients name them."""
    head, _server, rest = text.partition("server {\n    listen 80;")
    rest = rest.partition("\nserver {\n")[2]
    kept = [line for line in rest.splitlines() if not line.strip().startswith(("listen ", "ssl_", "server_name "))]
    servers = "\n".join(f"    server 127.0.0.1:{each} max_fails=0;" for each in ports)
    head = head.replace("    server 127.0.0.1:8000 max_fails=0;", servers)
    body = "\n".join([f"server {{\n    listen 127.0.0.1:{port};", *kept])
    for named, here in (
        ("Host $host;", "Host $http_host;"),
        ("X-Forwarded-For $remote_addr;", "X-Forwarded-For $http_x_forwarded_for;"),
        ("/var/log/nginx", str(logs)),
        ("/var/lib/nginx", str(logs)),
    ):
        assert named in head + body, named
        head, body = head.replace(named, here), body.replace(named, here)
    return head + body
