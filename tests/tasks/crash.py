"""`python -m tests.tasks.crash GAME USER_ID VERSION TURN`: takes a turn and dies between commit and sending."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "odinsite.settings")
django.setup()

from accounts.models import User  # noqa: E402
from games import on_commit  # noqa: E402
from games.play.turn import turn_play  # noqa: E402


def die(*_: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    public_id, user_id, version, turn = sys.argv[1:]
    # Whatever is to leave first after the commit meets the end of the process, and all the rest with it.
    for way_out in ("_send", "_enqueue"):
        setattr(on_commit, way_out, die)
    turn_play(public_id=public_id, user=User.objects.get(pk=int(user_id)), version=int(version), text=turn)
