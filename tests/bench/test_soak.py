"""A short soak, and what is made of its samples."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.bench.compare.servers import Site
from tests.bench.soak.__main__ import options_of, soaked
from tests.bench.soak.curves import PANELS, drawn
from tests.bench.soak.samples import Sample, summary
from tests.embedded.prepared import data_folder


def sample(at: float, **values: Any) -> Sample:
    names = ("worker_mib", "redis_mib", "queued", "turns_per_s", "failures", "p50_ms", "p95_ms")
    return {"at_s": at, "web_mib": [100.0, 101.0], **dict.fromkeys(names, 1.0), **values}


def test_the_first_and_the_last_fifth_are_compared() -> None:
    samples = [sample(at, web_mib=[at, at], queued=2 * at) for at in range(1, 11)]
    found = summary(samples)
    assert (found["web_mib"], found["queued"], found["queued_at_most"]) == ([3.0, 19.0], [3.0, 19.0], 20)


def test_each_web_process_has_a_curve_and_moments_without_turns_have_gaps() -> None:
    picture = ElementTree.fromstring(drawn([sample(10), sample(20, p50_ms=None, p95_ms=None), sample(30)]))
    curves = [line.get("points", "").split() for line in picture.iter("{http://www.w3.org/2000/svg}polyline")]
    titles = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert [len(curve) for curve in curves] == [3, 3, 3, 3, 3, 2, 2, 3]
    assert set(titles) >= {title for title, _names in PANELS}


@pytest.mark.parametrize("every", ["4", "10", "0"])
def test_options_that_leave_no_time_for_a_sample_are_refused(every: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        options_of(["--seconds", "4", "--every", every])
    assert "--every must be less than --seconds" in capsys.readouterr().err


@pytest.mark.whole
def test_a_short_soak_has_its_figures(tmp_path: Path) -> None:
    asked = ["--sockets", "8", "--seconds", "4", "--rate", "5", "--every", "0.5", "--top-seconds", "1"]
    samples: list[Sample] = []
    with Site(data_folder(tmp_path / "data"), webs=2) as site:
        found = asyncio.run(soaked(site, options_of(asked), samples))
    assert (found["sockets"], found["web_processes"], found["failures"]) == (8, 2, {})
    assert found["turns"] == 20
    assert found["tables_without_a_fault"] == [2, 2]
    assert set(found["cores"]) >= {"web", "postgres", "redis", "worker"}
    assert found["cores"]["web"] > 0
    assert len(samples) >= 3
    assert all(len(each["web_mib"]) == 2 and min(each["web_mib"]) > 30 for each in samples)
