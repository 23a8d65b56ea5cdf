"""Workflows use each action by its commit: a tag may be moved to other code."""

import re
from typing import Final

from tests.packages.advisories import ROOT

PINNED: Final = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v[\d.]+")


def test_each_action_is_pinned_by_its_commit() -> None:
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    used = [use for path in workflows for use in re.findall(r"\buses:\s*(.+)", path.read_text())]
    assert used
    assert [use for use in used if not PINNED.fullmatch(use)] == []
