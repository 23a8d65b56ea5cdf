"""`/version`, the footer for staff, and the files that name the version."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Final

import pytest
from django.test import Client

from accounts.models import User
from odinsite.version import REVISION, VERSION, revision_of, version_words
from tests.clients import ClientOf
from tests.page_texts import markup_of

ROOT: Final = Path(__file__).resolve().parent.parent.parent
RELEASED: Final = re.compile(r"^## (\d+\.\d+\.\d+)(?: \(\d{4}-\d\d-\d\d\))?$", re.MULTILINE)


def test_the_address_names_version_and_commit(client: Client) -> None:
    answer = client.get("/version")
    assert answer.json() == {"version": VERSION, "revision": REVISION}
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_files_name_the_same_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == VERSION
    assert RELEASED.findall((ROOT / ".github" / "CHANGELOG.md").read_text())[0] == VERSION
    assert f'org.opencontainers.image.version="{VERSION}"' in (ROOT / "docker" / "Dockerfile").read_text()


@pytest.mark.django_db
def test_staff_alone_see_it_in_the_footer(client_of: ClientOf, alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    bob.refresh_from_db()
    assert version_words() not in markup_of(client_of(alice).get("/rules/"))
    assert version_words() in markup_of(client_of(bob).get("/rules/"))


def test_the_commit_is_that_of_the_clone(tmp_path: Path) -> None:
    def git(*words: str) -> str:
        who = {f"GIT_{role}_{part}": "a@example.org" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
        command = ["git", "-C", str(tmp_path), *words]
        return subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | who).stdout.strip()

    assert revision_of(tmp_path) == ""
    git("init", "--quiet")
    git("commit", "--quiet", "--allow-empty", "--message", "One")
    commit = git("rev-parse", "HEAD")
    assert revision_of(tmp_path) == commit
    git("pack-refs", "--all")
    assert revision_of(tmp_path) == commit
    git("checkout", "--quiet", "--detach")
    assert revision_of(tmp_path) == commit
