"""README.md's Deploy can be followed, and its table names every variable."""

import ast
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.deploy.readme_steps import PROXIES, README, ROOT, steps_of, with_values
from tests.deploy.unit_files import program_of, wanted_by

# Set by `up`.
OWN = {
    *("ODIN_EMBEDDED", "ODIN_ADDRESS", "MAILBOX_KEY", "DJANGO_SETTINGS_MODULE", "XDG_RUNTIME_DIR"),
    "CELERY_SKIP_CHECKS",
}
VALUES = {"DOMAIN": "odin.test", "EMAIL": "jo@example.org", "REPOSITORY": "/there", "MAIL_SERVER": "smtp://127.0.0.1"}
KNOWN = {
    *("apt-get", "cat", "cd", "certbot", "chgrp", "chmod", "cp", "git", "install", "odin-manage", "python3", "runuser"),
    *("sed", "systemctl", "useradd", ".venv/bin/pip"),
}


@pytest.mark.parametrize("proxy", PROXIES)
def test_every_line_is_one_that_is_known(proxy: str) -> None:
    first, *others = steps_of(README.read_text(encoding="utf-8"), proxy)
    assert with_values(first, VALUES).lines.count("odin.test") == 1
    assert all(step.words.endswith(":") for step in others)
    assert {step.proxy for step in others} == {"", proxy}
    for step in others:
        done = subprocess.run(["bash", "-n"], input=step.lines, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), step
        # Skip the contents of files.
        for line in re.sub(r"<<END\n.*?^END$", "", step.lines, flags=re.DOTALL | re.MULTILINE).splitlines():
            commands = [shlex.split(part)[0] for part in line.split(" && ")]
            assert set(commands) <= KNOWN, line
    assert [step.lines.split()[-1] for step in others if step.lines.startswith("odin-manage")] == ["health"]


def test_every_variable_that_is_read_is_in_the_table() -> None:
    section = README.read_text(encoding="utf-8").partition("## Configure")[2].partition("## Deploy")[0]
    named = {
        name for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)
    }
    read = set(_read())
    assert {"SECRET_KEY", "REDIS_URL", "ALLOWED_HOSTS", "STATIC_ROOT"} <= read
    assert read - OWN <= named
    # Python itself reads this one.
    assert named - read == {"SSL_CERT_FILE"}


def test_the_containers_example_names_what_an_operator_sets() -> None:
    example = (ROOT / "docker/.env.example").read_text(encoding="utf-8")
    set_elsewhere = {
        "DATABASE_URL",
        "DB_POOL_SIZE",
        "HEARTBEAT_FILE",
        "ODIN_REVISION",
        "REDIS_URL",
        "STATIC_ROOT",
        "MAIL_DIR",
        "ODIN_DATA",
        "DEBUG",
    }
    missing = {name for name in set(_read()) - OWN - set_elsewhere if not re.search(rf"\b{name}=", example)}
    assert missing == set()


def _read() -> Iterator[str]:
    for file in (ROOT / "odinsite").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and _asks(node):
                [name, *_] = node.args
                if isinstance(name, ast.Constant) and re.fullmatch(r"[A-Z][A-Z_]+", str(name.value)):
                    yield str(name.value)


def _asks(call: ast.Call) -> bool:
    """Whether the call reads the environment."""
    ours = {
        "admin_path",
        "choice",
        "days",
        "fernet_keys",
        "hook_secret",
        "mail_addresses",
        "optional_secret",
        "networks",
        "required",
        "secret",
        "site_name",
        "static_url",
        "vapid_key",
        "web_address",
    }
    text = ast.unparse(call.func)
    return text.startswith("env.") or text in ours or text in ("os.environ.get", "os.environ.setdefault")


def test_the_units_run_what_there_is(tmp_path: Path) -> None:
    system = tmp_path / "etc/systemd/system"
    subprocess.run(["cp", "-r", ROOT / "docker/systemd", tmp_path / "systemd"], check=True)
    system.parent.mkdir(parents=True)
    (tmp_path / "systemd").rename(system)
    (tmp_path / "etc/odin").mkdir()
    (tmp_path / "etc/odin/odin.env").write_text("EMAIL_URL='smtp://a b'\n", encoding="utf-8")
    wanted = wanted_by(tmp_path, "odin.target")
    programs = {name: program_of(tmp_path, name) for name in wanted if name.endswith(".service")}
    units = [path.name for path in system.glob("odin-*") if path.suffix in (".service", ".socket")]
    assert sorted(units) == sorted(wanted)
    for program in programs.values():
        assert (program.account, program.folder) == ("odin", "/srv/odin")
        assert program.environment["EMAIL_URL"] == "smtp://a b"
    web = programs["odin-web.service"]
    assert (web.files, web.listens) == (65536, "127.0.0.1:8000")
    assert web.command.endswith(" --fd 3")


def test_what_runs_now_and_then_runs_as_the_site_and_tells_its_failures() -> None:
    units = ROOT / "docker/systemd"
    for timer in units.glob("*.timer"):
        unit = timer.with_suffix(".service").read_text(encoding="utf-8")
        assert "User=odin\n" in unit
        assert "EnvironmentFile=/etc/odin/odin.env\n" in unit
        assert f"systemctl enable --now {timer.name}" in README.read_text(encoding="utf-8")
    told = [path.name for path in units.rglob("*") if path.is_file() and "OnFailure=alarm-odin@%n" in path.read_text()]
    # Units that systemd starts again without a limit never count as failed.
    assert sorted(told) == ["alarm-odin@.service", "backup-odin.service"]
    assert (units / "alarm-odin@.service").read_text(encoding="utf-8").count("--failed %i") == 1


def test_the_workers_take_every_queue_once() -> None:
    from odinsite.celery import app

    commands = [path.read_text(encoding="utf-8") for path in (ROOT / "docker/systemd").glob("*.service")]
    units = ",".join(found for text in commands for found in re.findall(r"--queues (\S+)", text))
    queues = sorted(queue.name for queue in app.conf.task_queues)
    assert sorted(units.split(",")) == queues
    for file in ("compose.yaml", "kubernetes/workers.yaml"):
        text = (ROOT / "docker" / file).read_text(encoding="utf-8")
        found = re.findall(r"--queues=([\w,]*\w)", text)
        assert sorted(",".join(found).split(",")) == queues, file


def test_pods_run_what_containers_run() -> None:
    composed = yaml.safe_load((ROOT / "docker/compose.yaml").read_text(encoding="utf-8"))["services"]
    folder = ROOT / "docker/kubernetes"
    described = [
        document
        for name in yaml.safe_load((folder / "kustomization.yaml").read_text(encoding="utf-8"))["resources"]
        for document in yaml.safe_load_all((folder / name).read_text(encoding="utf-8"))
    ]
    pods = {it["metadata"]["name"]: it["spec"]["template"]["spec"] for it in described if it["kind"] == "Deployment"}
    assert set(pods) == {"web", "clocks", "bots", "outward", "beat"}
    for name, service in (("clocks", "worker"), ("bots", "bots"), ("outward", "outward")):
        [container] = pods[name]["containers"]
        options = [option for option in composed[service]["command"] if "--concurrency" not in option]
        assert set(options) <= set(container["command"]), name
        assert f"{pods[name]['terminationGracePeriodSeconds']}s" == composed[service]["stop_grace_period"]
    probes = [probe["path"] for key in ("startupProbe", "livenessProbe", "readinessProbe")
              for probe in [pods["web"]["containers"][0][key]["httpGet"]]]  # fmt: skip
    assert probes == ["/livez", "/livez", "/readyz"]


def test_commands_have_the_accounts_own_home() -> None:
    """With root's home, libpq would find certificates that the site's account may not read, and refuse TLS."""
    [home] = re.findall(r"useradd .*--home-dir (\S+)", README.read_text(encoding="utf-8"))
    assert f"\nHOME={home}\n" in (ROOT / "docker/odin-manage").read_text(encoding="utf-8")


def test_an_update_brings_what_the_first_start_copied() -> None:
    """Without these files the worker of the new version would not start."""
    first = "\n".join(step.lines for step in steps_of(README.read_text(encoding="utf-8"), "nginx"))
    told = (ROOT / "docker/README.md").read_text(encoding="utf-8")
    update = told.partition("- **Update**")[2].partition("- **Logs")[0]
    for line in ("install docker/odin-manage /usr/local/bin/", "cp -r docker/systemd/. /etc/systemd/system/"):
        assert line in first
        assert line in update


def test_nginx_can_load_its_example() -> None:
    """It refuses a memory zone that two modules share, and makes a cache's folder, but not those above it."""
    example = (ROOT / "docker/nginx.conf").read_text(encoding="utf-8")
    zones = re.findall(r"\b(?:zone=|keys_zone=|shared:)(\w+):", example)
    assert len(zones) == 4
    assert len(set(zones)) == 4, zones
    folders = re.findall(r"^proxy_cache_path (\S+)/\w+ ", example, re.MULTILINE)
    # Debian's packages have it.
    assert folders == ["/var/lib/nginx"]
