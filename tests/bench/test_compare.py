"""The site against boardgame.io: its packets, the summary, and short runs (those at our own site: test_turns.py)."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.bench.compare.rounds import closed_loop, killed
from tests.bench.compare.servers import Peer, peer_lacks
from tests.bench.compare.summary import rows, table
from tests.bench.compare.ways import peer_way
from tests.bench.driver.peer_seats import PING, event_of, packet


def test_a_packet_names_the_namespace_and_has_the_event_with_its_arguments() -> None:
    assert packet("sync", ["m1", "0"]) == '42/odin,["sync", "m1", "0"]'


def test_an_event_is_read_and_other_packets_are_none() -> None:
    assert event_of('42/odin,["update","m1",{"_stateID":3}]') == ("update", ["m1", {"_stateID": 3}])
    assert event_of('40/odin,{"sid":"a"}') == ("", [])
    assert event_of(PING) == ("", [])


def test_a_ratio_is_the_median_of_those_within_a_round() -> None:
    ours = [{"cpu_ms_per_turn": each} for each in (2.0, 4.0, 9.0)]
    theirs = [{"cpu_ms_per_turn": each} for each in (4.0, 2.0, 9.0)]
    row = rows({"socket": ours, "peer": theirs})[0]
    assert row["site"] == {"median": 4.0, "least": 2.0, "most": 9.0}
    assert row["ratio"] == {"median": 1.0, "least": 0.5, "most": 2.0}
    assert "| processor ms a turn, by socket | 4.0 (2.0-9.0) | 4.0 (2.0-9.0) | 1.00 (0.50-2.00) |" in table([row])


def test_without_the_peer_there_are_no_ratios() -> None:
    row = rows({"socket": [{"turns_per_s": 100.0}]})[0]
    assert row["site"] is not None
    assert row["peer"] is None
    assert row["ratio"] is None


# Where node is not there the command leaves the peer out (README.md), and there is nothing to start.
if not peer_lacks():

    @pytest.mark.whole
    def test_turns_are_played_at_the_peer_and_counted_after_a_kill(tmp_path: Path) -> None:
        with Peer(tmp_path, in_memory=False) as peer:
            way = peer_way(peer)
            found = asyncio.run(closed_loop(way, 1, 1.0, random.Random(7)))
            lost = asyncio.run(killed(way, 1, 1.0, random.Random(7)))
        assert found["turns"] > 1
        assert not found["failures"]
        assert found["seats_shown_others"] == found["seats"]
        assert found["cpu_ms"].keys() == {"web", "postgres"}
        assert lost["games"] == 2
