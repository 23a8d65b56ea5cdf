"""No package of the locks has a published advisory, as far as the list in the repository knows."""

from pathlib import Path

import pytest

from tests.packages.advisories import Advisory, advisories_in, hits, listed, locked, pins

RECORD = """\
id: PYSEC-2024-70
affected:
- package: {ecosystem: PyPI, name: Django}
  ranges:
  - type: ECOSYSTEM
    events: [{introduced: "4.2"}, {fixed: 4.2.15}, {introduced: "5.0"}, {last_affected: 5.0.7}, {introduced: "6.0"}]
"""


def test_no_advisory_is_about_a_locked_version() -> None:
    assert hits(listed()["advisories"], locked()) == []


def test_the_list_has_advisories_of_what_is_locked_alone() -> None:
    named = {advisory["package"] for advisory in listed()["advisories"]}
    assert "django" in named
    assert named <= set(locked())


@pytest.mark.parametrize(
    ("version", "hit"),
    [
        ("4.1", False),
        ("4.2.14", True),
        ("4.2.15", False),
        ("5.0.7", True),
        ("5.0.8", False),
        ("6.0rc1", False),
        ("6.1", True),
    ],
)
def test_a_version_in_one_of_the_ranges_is_found(tmp_path: Path, version: str, *, hit: bool) -> None:
    folder = tmp_path / "vulns" / "django"
    folder.mkdir(parents=True)
    (folder / "PYSEC-2024-70.yaml").write_text(RECORD)
    found = hits(advisories_in(tmp_path, ["django"]), {"django": {version}})
    assert found == ([f"PYSEC-2024-70: django {version}"] if hit else [])


def test_withdrawn_advisories_are_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "vulns" / "django"
    folder.mkdir(parents=True)
    (folder / "PYSEC-2024-70.yaml").write_text(RECORD + "withdrawn: 2024-08-08T00:00:00Z\n")
    assert list(advisories_in(tmp_path, ["django"])) == []


def test_single_versions_are_found_where_no_range_is_given(tmp_path: Path) -> None:
    folder = tmp_path / "vulns" / "some"
    folder.mkdir(parents=True)
    (folder / "PYSEC-1.yaml").write_text('id: PYSEC-1\naffected:\n- versions: ["1.0", "1.1"]\n')
    assert list(advisories_in(tmp_path, ["some"])) == [
        Advisory(id="PYSEC-1", package="some", affected=["==1.0", "==1.1"])
    ]


def test_pins_are_read_with_their_markers() -> None:
    lock = "cbor2==6.2.1 ; python_version < '4' \\\n    --hash=sha256:00\n    # via x\nUv==0.9\n"
    assert list(pins(lock)) == [("cbor2", "6.2.1"), ("uv", "0.9")]
