"""The image's build gets the files that it copies, and no file of settings sets anything twice."""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import django
import pytest
import yaml

from tests.deploy.readme_steps import ROOT

FILES = [
    path
    for folder in ("docker", ".github")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".yaml", ".yml")
]


def copied() -> Iterator[str]:
    """The paths that the Dockerfile copies from the repository."""
    for line in (ROOT / "docker/Dockerfile").read_text(encoding="utf-8").splitlines():
        if found := re.fullmatch(r"COPY (?!--from)(.+) \S+", line):
            yield from found[1].split()


def in_context(path: str) -> bool:
    """Whether `.dockerignore` lets a path through: the last line that matches it or a folder above it decides."""
    lets = True
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            pattern = line.removeprefix("!")
            parts = Path(path).parts
            if any(fnmatch("/".join(parts[:count]), pattern) for count in range(1, len(parts) + 1)):
                lets = line.startswith("!")
    return lets


def test_the_build_may_read_all_that_it_copies() -> None:
    paths = list(copied())
    assert {"manage.py", "docker/slim.py"} <= set(paths)
    assert [path for path in paths if not in_context(path)] == []
    assert not in_context("docker/.env")
    assert not in_context(".git/config")


def test_the_image_leaves_out_parts_that_there_are() -> None:
    """A library that moves a part brings it back into the image."""
    packages = Path(django.__file__).parents[1]
    # Not every environment has an installer.
    parts = [part for part in runpy.run_path(str(ROOT / "docker/slim.py"))["PARTS"] if "/" in part]
    assert len(parts) > 10
    assert [part for part in parts if not any(packages.glob(part))] == []


def repeated(node: yaml.Node) -> Iterator[str]:
    """Keys that a mapping has twice, which Docker and Kubernetes refuse."""
    if isinstance(node, yaml.MappingNode):
        # Merged mappings have the same key.
        keys = [key.value for key, _value in node.value if key.value != "<<"]
        yield from (f"{key} in line {node.start_mark.line}" for key in set(keys) if keys.count(key) > 1)
    if isinstance(node, yaml.CollectionNode):
        for child in node.value:
            for part in child if isinstance(child, tuple) else (child,):
                yield from repeated(part)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_key_is_set_twice(path: Path) -> None:
    nodes = list(yaml.compose_all(path.read_text(encoding="utf-8"), yaml.SafeLoader))
    assert nodes
    assert [found for node in nodes for found in repeated(node)] == []
