"""`python -m tests.tasks.worker OPTIONS`: the site's Celery worker with bots that do not pause.

While the file HOLD exists, a bot that begins to think writes its process id into it and never ends.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import django
from celery.signals import task_prerun

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "odinsite.settings")
django.setup()

from games import on_commit  # noqa: E402
from games.bots import REGISTRY, Bot, Choose  # noqa: E402
from games.engine import Turn, View  # noqa: E402
from odinsite.celery import app  # noqa: E402


def holdable(bot: Bot, hold: Path) -> Choose:
    def choose(view: View, legal: Sequence[Turn], budget_ms: int, rng: random.Random) -> Turn:
        if hold.exists():
            hold.write_text(str(os.getpid()))
            while True:
                time.sleep(1)
        return bot.choose(view, legal, budget_ms, rng)

    return choose


@task_prerun.connect
def dawdle(task: Any, **_told: Any) -> None:
    """Turns where no person plays take IDLE_S longer."""
    if task.name == "games.tasks.idle_turn_play":
        time.sleep(float(os.environ.get("IDLE_S", "0")))


if __name__ == "__main__":
    on_commit.BOT_PAUSE_S = on_commit.UNDO_PAUSE_S = 0
    for name, bot in list(REGISTRY.items()):
        REGISTRY[name] = replace(bot, choose=holdable(bot, Path(os.environ["HOLD"])))
    usual = ("--concurrency", "2", "--loglevel", "INFO", "--without-gossip", "--without-mingle")
    app.worker_main(["worker", *usual, *sys.argv[1:]])
