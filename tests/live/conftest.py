from __future__ import annotations

import pytest

from games.live import base, login


@pytest.fixture
def checks_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Logins and rights are checked at each message, not once a minute."""
    for module in (base, login):
        monkeypatch.setattr(module, "RECHECK_S", -1.0)
