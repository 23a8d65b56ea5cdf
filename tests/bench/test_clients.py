"""The reference clients play whole games over the network, and lose and double no turn by a kill of the web process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.clients.__main__ import measure

pytestmark = pytest.mark.whole


def test_both_clients_survive_a_kill(tmp_path: Path) -> None:
    found = measure(2, 1, tmp_path)
    assert set(found) == {"odin_bot.py", "odin_bot.mjs"}
    for client in found.values():
        assert (client["exit"], client["finished"], client["lost"], client["doubled"]) == (0, 2, 0, 0)
        assert client["turns"] > 1
    assert any(client["dropped"] for client in found.values())
