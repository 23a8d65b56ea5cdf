"""The reference client by web socket waits when its account has taken too many turns, and sends its turn again."""

from __future__ import annotations

import json
from importlib.util import module_from_spec, spec_from_file_location
from threading import Thread
from typing import Any

import pytest
from django.conf import settings
from websockets.sync.server import ServerConnection, serve

VIEW = {"type": "view", "version": 4, "status": "running", "legal": ["B1", "B1R1"], "my_seat": 0, "points": [0, 0]}
REFUSED = {"type": "refused", "error": "bot_too_fast", "detail": "Bots can take 120 turns a minute. Wait a little."}
OVER = {"type": "game", "version": 6, "status": "finished"}


def client() -> Any:
    spec = spec_from_file_location("odin_bot", settings.BASE_DIR / "docker" / "clients" / "odin_bot.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_turn_that_came_too_fast_is_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[dict[str, Any]] = []

    def refuse_once(connection: ServerConnection) -> None:
        for answer in (VIEW, REFUSED, OVER):
            connection.send(json.dumps(answer))
            if answer is not OVER:
                heard.append(json.loads(connection.recv()))

    odin_bot = client()
    monkeypatch.setattr(odin_bot, "TOO_FAST_S", 0.0)
    with serve(refuse_once, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        host, port = server.socket.getsockname()
        game = odin_bot.Game(odin_bot.Site(f"http://{host}:{port}", "odin_x"), "k3VbX9aQ2m")
        game.play()
        server.shutdown()
    assert heard == [{"type": "turn", "version": 4, "turn": "B1R1"}] * 2
    assert game.is_over
