"""`python -m tests.tasks.crash`: each line of its input is a JSON list, done in a child that dies on its way.

`["turn", GAME, USER_ID, VERSION, TURN]` takes a turn and dies between commit and sending;
`["mail", NOTICE_ID, MOMENT, HOST, PORT]` sends a notification and dies `before` or `after` the server has it. Prints
how each child ended, as `subprocess` reports it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "odinsite.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.core.mail import EmailMessage  # noqa: E402

from accounts.models import User  # noqa: E402
from games import on_commit, tasks  # noqa: E402
from games.play.turn import turn_play  # noqa: E402


def die(*_: Any, **_more: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def turn(public_id: str, user_id: int, version: int, text: str) -> None:
    # Whichever leaves first after the commit.
    for way_out in ("_send", "_enqueue"):
        setattr(on_commit, way_out, die)
    turn_play(public_id=public_id, user=User.objects.get(pk=user_id), version=version, text=text)


def mail(notice_id: int, moment: str, host: str, port: int) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = host, port
    if moment == "before":
        EmailMessage.send = die  # type: ignore[method-assign,assignment]
    else:
        setattr(tasks, "outbox_sent", die)  # noqa: B010 # the type of the function that it takes the place of
    tasks.notice_send(notice_id)


KINDS: dict[str, Callable[..., None]] = {"turn": turn, "mail": mail}


def in_child(kind: str, *told: Any) -> int:
    """The parent has no connection to the database that a child could share."""
    child = os.fork()
    if child == 0:
        try:
            KINDS[kind](*told)
        except BaseException:
            traceback.print_exc()
        os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    for line in sys.stdin:
        sys.stdout.write(f"{in_child(*json.loads(line))}\n")
        sys.stdout.flush()
