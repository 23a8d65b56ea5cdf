"""Static files are found whenever they came, and pages may load them from the host that the operator names."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from odinsite.files.policy import content_policy

HASHED: Final = "odin/js/late.0123456789ab.js"
SITE: Final = "https://odin.example.org"


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.DEBUG = False
    settings.STATIC_ROOT = str(tmp_path / "static")
    (tmp_path / "static" / "odin" / "js").mkdir(parents=True)
    return tmp_path / "static"


def test_a_file_of_the_next_version_is_found_by_a_process_that_runs(folder: Path) -> None:
    client = Client()
    assert client.get(f"/static/{HASHED}").status_code == 404
    (folder / HASHED).write_text("next();")
    (folder / f"{HASHED}.gz").write_bytes(b"packed")
    answer = client.get(f"/static/{HASHED}")
    assert b"".join(answer) == b"next();"
    assert "immutable" in answer.headers["Cache-Control"]
    packed = client.get(f"/static/{HASHED}", headers={"Accept-Encoding": "gzip"})
    assert b"".join(packed) == b"packed"
    assert packed.headers["Content-Encoding"] == "gzip"


def test_no_file_outside_the_folder_is_found(folder: Path) -> None:
    (folder.parent / "secret.0123456789ab.js").write_text("secret();")
    for path in ("../secret.0123456789ab.js", "odin/../../secret.0123456789ab.js"):
        assert Client().get(f"/static/{path}").status_code == 404


def test_the_policy_names_the_host_of_static_files_alone() -> None:
    own = content_policy(SITE, "/static/")["DIRECTIVES"]
    other = content_policy(SITE, "https://cdn.example.org/static/")["DIRECTIVES"]
    assert own["script-src"] == ["'self'"]
    assert own["connect-src"] == ["'self'", "wss://odin.example.org"]
    for name in ("script-src", "style-src", "font-src", "img-src", "connect-src"):
        assert other[name] == ["'self'", "https://cdn.example.org", *own[name][1:]]
    assert {name for name in own if own[name] != other[name]} == {
        "script-src", "style-src", "font-src", "img-src", "connect-src",
    }  # fmt: skip
    assert "unsafe" not in str(other)
