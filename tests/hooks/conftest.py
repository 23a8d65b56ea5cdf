"""A hook whose server is here, and an administrator."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.hooks.services import hook_add
from games.models import OperatorHook
from tests.factories import make_staff
from tests.notices.outward.conftest import authority, own_network, server, trusted
from tests.notices.outward.server import Server

__all__ = ["authority", "own_network", "server", "trusted"]

EVERY = OperatorHook.Event.values


@pytest.fixture
def boss(db: None) -> User:
    return make_staff("boss", "administrator")


@pytest.fixture
def hook(boss: User, server: Server) -> OperatorHook:
    address = server.address("/ops?key=secret-word")
    return hook_add(actor=boss, name="Watch", address=address, events=EVERY, reason="To watch.")
