"""The site's demands on its environment."""

import os
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings
from django.urls import get_resolver

from odinsite.checks import public_address
from odinsite.database.pool import CONNECT_S
from odinsite.embedded.folder import new_vapid_key
from odinsite.env import (
    OIDC,
    admin_path,
    broker_url,
    days,
    fernet_keys,
    mail_addresses,
    networks,
    open_id,
    optional_secret,
    public_url,
    secret,
    static_url,
    vapid_key,
    web_address,
)
from tests.deploy.production import KEY, PRODUCTION
from tests.embedded.running import PATIENCE

ROOT = Path(__file__).resolve().parents[2]


def run(code: list[str], **changes: str) -> subprocess.CompletedProcess[str]:
    environment = {**PRODUCTION, **changes, "PATH": os.environ["PATH"]}
    return subprocess.run(
        [sys.executable, *code],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


DEPLOYED = """
import django; django.setup()
from django.core.management import call_command
from django.urls import resolve, reverse, Resolver404
call_command("check", deploy=True, fail_level="WARNING")
print(reverse("admin:index"), resolve("/staff-7f3a/").app_names)
try: resolve("/admin/")
except Resolver404: print("nothing at /admin/")
"""


@pytest.mark.whole
def test_production_passes_the_deployment_check_and_has_the_admin_at_its_address_alone() -> None:
    found = run(["-c", DEPLOYED], ADMIN_URL="staff-7f3a", DJANGO_SETTINGS_MODULE="odinsite.settings")
    assert found.stdout.splitlines() == [
        "System check identified no issues (2 silenced).",
        "/staff-7f3a/ ['admin']",
        "nothing at /admin/",
    ], found.stderr
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.whole
@pytest.mark.parametrize(
    ("name", "words"),
    [("EMAIL_URL", "EMAIL_URL is not set"), ("DATABASE_URL", "REDIS_URL is set and DATABASE_URL is not")],
)
def test_a_command_without_what_it_needs_is_one_clear_line(name: str, words: str) -> None:
    """The settings report it, and so does a command before they are read."""
    found = run(["manage.py", "migrate"], **{name: ""})
    assert found.returncode == 1
    assert found.stderr.startswith(f"manage.py: {words}")
    assert found.stderr.count("\n") == 1


def settings_of(patch: pytest.MonkeyPatch, **changes: str) -> dict[str, Any]:
    """The settings in this environment alone."""
    environment = {**PRODUCTION, **changes}
    for name in os.environ.keys() - environment.keys():
        patch.delenv(name)
    for name, value in environment.items():
        patch.setenv(name, value)
    return runpy.run_path(str(ROOT / "odinsite" / "settings.py"))


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("SECRET_KEY", "", "SECRET_KEY is not set"),
        ("SECRET_KEY", "secret", "SECRET_KEY is too weak"),
        ("CHAIN_KEY", "", "CHAIN_KEY is not set"),
        ("REDIS_URL", "", "REDIS_URL is not set"),
        ("EMAIL_URL", "", "EMAIL_URL is not set"),
    ],
)
def test_settings_without_what_they_need_are_refused(
    name: str, value: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ImproperlyConfigured, match=words):
        settings_of(monkeypatch, **{name: value})


def test_attempts_to_connect_of_web_processes_end(monkeypatch: pytest.MonkeyPatch) -> None:
    url = PRODUCTION["DATABASE_URL"]
    for changes, found in (
        ({}, None),
        ({"DB_POOL_SIZE": "20"}, CONNECT_S),
        ({"DB_POOL_SIZE": "20", "DATABASE_URL": f"{url}?connect_timeout=9"}, 9),
    ):
        options = settings_of(monkeypatch, **changes)["DATABASES"]["default"]["OPTIONS"]
        assert options.get("connect_timeout") == found


def test_cache_and_channel_layer_may_have_servers_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for changes, found in (
        ({}, [PRODUCTION["REDIS_URL"]] * 2),
        (
            {"REDIS_CACHE_URL": "redis://a:1/0", "REDIS_CHANNELS_URL": "redis://b:1/0"},
            ["redis://a:1/0", "redis://b:1/0"],
        ),
    ):
        read = settings_of(monkeypatch, **changes)
        [channels] = read["CHANNEL_LAYERS"]["default"]["CONFIG"]["hosts"]
        assert [read["CACHES"]["default"]["LOCATION"], channels] == found
        assert read["CELERY_BROKER_URL"] == PRODUCTION["REDIS_URL"]


@pytest.mark.whole
def test_commands_and_the_web_process_warn_of_an_open_address_without_https() -> None:
    code = "import odinsite.asgi; from django.core.management import call_command; call_command('check')"
    found = run(["-c", code], PUBLIC_URL="http://odin.example.org")
    assert found.returncode == 0
    process, command = (line for line in found.stderr.splitlines() if "http://odin.example.org is not https" in line)
    assert "WARNING odinsite.asgi" in process
    assert "odinsite.W001" in command


@pytest.mark.parametrize("address", ["http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000"])
def test_an_address_of_this_computer_needs_no_https(address: str) -> None:
    with override_settings(PUBLIC_URL=address, HTTPS=False):
        assert public_address(None) == []


@pytest.mark.whole
def test_the_web_process_does_not_start_with_a_weak_secret() -> None:
    found = run(["-c", "import odinsite.asgi"], SECRET_KEY="a" * 60)
    assert found.returncode == 1
    assert found.stderr.splitlines()[-1].endswith(
        "SECRET_KEY is too weak: use at least 32 random characters, 10 of them different."
    )


HTTPS = ("SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE")


@pytest.mark.parametrize(
    ("changes", "https", "hosts", "mailbox"),
    [
        ({}, True, ["odin.example.org"], ""),
        ({"PUBLIC_URL": "http://odin.lan:8000"}, False, ["odin.lan"], ""),
        # Only the embedded mode has a mailbox.
        ({"MAILBOX_KEY": "k"}, True, ["odin.example.org"], ""),
        ({"MAILBOX_KEY": "k", "ODIN_EMBEDDED": "1"}, True, ["odin.example.org"], ""),
        (
            {"MAILBOX_KEY": "k", "ODIN_EMBEDDED": "1", "PUBLIC_URL": "", "ODIN_ADDRESS": "http://127.0.0.1:8001"},
            False,
            ["127.0.0.1", "localhost"],
            "k",
        ),
    ],
)
def test_the_public_address_decides_about_hosts_and_cookies(
    changes: dict[str, str], hosts: list[str], mailbox: str, monkeypatch: pytest.MonkeyPatch, *, https: bool
) -> None:
    found = settings_of(monkeypatch, **changes)
    assert [found[name] for name in HTTPS] == [https, 31_536_000 if https else 0, https, https]
    assert (found["DEBUG"], found["ALLOWED_HOSTS"], found["MAILBOX_KEY"]) == (False, hosts, mailbox)


@pytest.mark.parametrize("value", ["x" * 80, "abc", "django-insecure-" + KEY, "01" * 30])
def test_weak_secrets_are_refused(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", value)
    with pytest.raises(ImproperlyConfigured, match="too weak"):
        secret("SECRET_KEY")


def test_chain_keys_are_whole_fernet_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    key = PRODUCTION["CHAIN_KEY"]
    monkeypatch.setenv("CHAIN_KEY", f"{key}, {key}")
    assert fernet_keys("CHAIN_KEY") == [key, key]
    for wrong in (f"{key},short", "ä" * 44, key[:-4], KEY):
        monkeypatch.setenv("CHAIN_KEY", wrong)
        with pytest.raises(ImproperlyConfigured, match="CHAIN_KEY must hold"):
            fernet_keys("CHAIN_KEY")


def test_a_key_for_web_push_is_a_whole_one_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for sound in ("", PRODUCTION["CHAIN_KEY"], new_vapid_key()):
        monkeypatch.setenv("VAPID_PRIVATE_KEY", sound)
        assert vapid_key("VAPID_PRIVATE_KEY") == sound
    for wrong in ("short", "ä" * 43, "A" * 43, "_" * 43, KEY * 2):
        monkeypatch.setenv("VAPID_PRIVATE_KEY", wrong)
        with pytest.raises(ImproperlyConfigured, match="VAPID_PRIVATE_KEY must be"):
            vapid_key("VAPID_PRIVATE_KEY")


def test_the_token_of_metrics_is_strong_or_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("METRICS_TOKEN", raising=False)
    assert optional_secret("METRICS_TOKEN") == ""
    monkeypatch.setenv("METRICS_TOKEN", KEY)
    assert optional_secret("METRICS_TOKEN") == KEY
    monkeypatch.setenv("METRICS_TOKEN", "a" * 60)
    with pytest.raises(ImproperlyConfigured, match="METRICS_TOKEN is too weak"):
        optional_secret("METRICS_TOKEN")


def test_networks_to_write_to_are_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OUTWARD_NETWORKS", raising=False)
    assert networks("OUTWARD_NETWORKS") == []
    monkeypatch.setenv("OUTWARD_NETWORKS", "192.168.7.0/24, fd00::/8,10.0.0.9")
    assert [str(one) for one in networks("OUTWARD_NETWORKS")] == ["192.168.7.0/24", "fd00::/8", "10.0.0.9/32"]
    monkeypatch.setenv("OUTWARD_NETWORKS", "192.168.7.9/24")
    with pytest.raises(ImproperlyConfigured, match="OUTWARD_NETWORKS"):
        networks("OUTWARD_NETWORKS")


def test_public_address_is_scheme_and_host() -> None:
    assert public_url("https://odin.example.org/") == "https://odin.example.org"
    for wrong in ("odin.example.org", "ftp://odin.example.org", "https://", "https://example.org/odin", "https://a/?b"):
        with pytest.raises(ImproperlyConfigured, match="PUBLIC_URL must look like"):
            public_url(wrong)


@pytest.mark.parametrize(
    ("redis", "broker"),
    [
        ("redis://host:6379/1", "redis://host:6379/1"),
        ("unix:///data/run/redis.sock", "redis+socket:///data/run/redis.sock?virtual_host=0"),
        ("unix:///data/run/redis.sock?db=3", "redis+socket:///data/run/redis.sock?virtual_host=3"),
    ],
)
def test_the_queue_gets_a_redis_address_that_it_understands(redis: str, broker: str) -> None:
    assert broker_url(redis) == broker


@pytest.mark.parametrize(("text", "path"), [("staff-7f3a", "staff-7f3a/"), ("/a/B_1/", "a/B_1/"), ("admin", "admin/")])
def test_the_admin_may_have_another_address(monkeypatch: pytest.MonkeyPatch, text: str, path: str) -> None:
    monkeypatch.setenv("ADMIN_URL", text)
    assert admin_path("ADMIN_URL", {"settings"}) == path


@pytest.mark.parametrize("text", ["", "/", "a b", "a//b", "../x", "settings", "Settings/x", "a.b", "ä", "a/<int:x>"])
def test_other_addresses_of_the_admin_are_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("ADMIN_URL", text)
    with pytest.raises(ImproperlyConfigured, match="ADMIN_URL"):
        admin_path("ADMIN_URL", {"settings"})


def test_the_admin_takes_no_other_pages_address(monkeypatch: pytest.MonkeyPatch) -> None:
    firsts = {str(pattern.pattern).partition("/")[0] for pattern in _patterns(get_resolver().url_patterns)}
    for first in sorted(firsts - {"admin"} | {"metrics", "static", "ws"}):
        monkeypatch.setenv("ADMIN_URL", first)
        with pytest.raises(ImproperlyConfigured, match="ADMIN_URL"):
            pytest.fail(f"taken: {admin_path('ADMIN_URL', settings.ADMIN_URL_TAKEN)}")


def _patterns(patterns: list[Any]) -> Iterator[Any]:
    for pattern in patterns:
        if str(pattern.pattern) == "":
            yield from _patterns(getattr(pattern, "url_patterns", []))
        else:
            yield pattern


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("30", 30), (" 7 ", 7), ("3650", 3650)])
def test_days_are_a_number(monkeypatch: pytest.MonkeyPatch, text: str, number: int) -> None:
    monkeypatch.setenv("NETWORK_DAYS", text)
    assert days("NETWORK_DAYS", 30) == number


@pytest.mark.parametrize("text", ["", "-1", "1.5", "3651", "a month", "٣"])
def test_other_days_are_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("NETWORK_DAYS", text)
    with pytest.raises(ImproperlyConfigured, match="NETWORK_DAYS"):
        days("NETWORK_DAYS", 30)


@pytest.mark.parametrize(
    "text", ["", "/static/", "https://cdn.example.org/static/", "https://cdn.example.org/o/static/"]
)
def test_static_files_are_here_or_at_a_host(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("STATIC_URL", text)
    assert static_url("STATIC_URL") == (text or "/static/")


@pytest.mark.parametrize(
    "text",
    [
        *("static/", "cdn.example.org/static/", "//cdn.example.org/static/", "ftp://cdn.example.org/static/"),
        *(
            "https:///static/",
            "https://cdn.example.org/static",
            "https://cdn.example.org/files/",
            "/static/?a=/static/",
        ),
    ],
)
def test_another_address_of_static_files_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("STATIC_URL", text)
    with pytest.raises(ImproperlyConfigured, match="STATIC_URL"):
        static_url("STATIC_URL")


def test_a_provider_is_set_whole_and_reached_by_tls(monkeypatch: pytest.MonkeyPatch) -> None:
    assert open_id() is None
    for name, value in zip(OIDC, ("Guild", "https://id.example.org/realms/club/", "odin", "secret"), strict=True):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("OIDC_CLIENT_SECRET")
    with pytest.raises(ImproperlyConfigured, match=r"^OIDC_CLIENT_SECRET: not set\. Set all of OIDC_NAME, "):
        open_id()
    monkeypatch.setenv("OIDC_CLIENT_SECRET", "secret")
    chosen = open_id()
    assert chosen is not None
    assert chosen.server_url == "https://id.example.org/realms/club"
    for wrong in ("http://id.example.org", "id.example.org", "https://id.example.org/?x=1"):
        monkeypatch.setenv("OIDC_SERVER_URL", wrong)
        with pytest.raises(ImproperlyConfigured, match="OIDC_SERVER_URL must look like"):
            open_id()
    monkeypatch.setenv("OIDC_SERVER_URL", "http://127.0.0.1:8080")
    monkeypatch.setenv("OIDC_NAME", "x" * 21)
    with pytest.raises(ImproperlyConfigured, match="OIDC_NAME"):
        open_id()


@pytest.mark.parametrize(("name", "value"), [("LOG_FORMAT", "xml"), ("LOG_LEVEL", "verbose")])
def test_other_logs_are_refused(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"{name} must be one of .*, not '{value}'"):
        settings_of(monkeypatch, **{name: value})


def test_addresses_for_alarms_are_checked_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODIN_ADMINS", " ops@example.org, more@example.org,")
    assert mail_addresses("ODIN_ADMINS") == ["ops@example.org", "more@example.org"]
    monkeypatch.setenv("ODIN_ADMINS", "ops@example.org, nobody")
    with pytest.raises(ImproperlyConfigured, match="ODIN_ADMINS must hold email addresses"):
        mail_addresses("ODIN_ADMINS")
    for sound in ("", "https://chat.example.org/hooks/x", "http://10.0.0.7:8080/alarm"):
        monkeypatch.setenv("ALARM_URL", sound)
        assert web_address("ALARM_URL") == sound
    for wrong in ("chat.example.org", "ftp://5ec7e7.example.org", "https:///5ec7e7"):
        monkeypatch.setenv("ALARM_URL", wrong)
        with pytest.raises(ImproperlyConfigured, match="ALARM_URL must look like") as refused:
            web_address("ALARM_URL")
        assert "5ec7e7" not in str(refused.value)
