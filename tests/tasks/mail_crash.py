"""`python -m tests.tasks.mail_crash NOTICE_ID MOMENT`: sends a notice, dies `before` or `after` the server has it."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "odinsite.settings")
django.setup()

from django.core.mail import EmailMessage  # noqa: E402

from games import tasks  # noqa: E402
from games.tasks import notice_send  # noqa: E402


def die(*_: Any, **_more: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    notice_id, moment = sys.argv[1:]
    if moment == "before":
        EmailMessage.send = die  # type: ignore[method-assign,assignment]
    else:
        setattr(tasks, "outbox_sent", die)  # noqa: B010 # the type of the function that it takes the place of
    notice_send(int(notice_id))
