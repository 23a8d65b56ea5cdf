"""The queues: tasks are found in the apps, periodic sweeps are listed here."""

import logging
import os
from typing import Any

from celery import Celery
from celery.schedules import crontab
from celery.signals import after_setup_logger, after_setup_task_logger
from kombu import Exchange, Queue

from odinsite.logs import make_safe

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "odinsite.settings")

app = Celery("odinsite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# What goes to addresses that people gave may find servers that take their time: such tasks wait for each other alone,
# where a worker takes this queue only. One that is told nothing takes both.
app.conf.task_queues = [
    Queue("celery", Exchange("celery"), routing_key="celery"),
    Queue("outward", Exchange("outward"), routing_key="outward"),
]
app.conf.task_routes = {
    "games.tasks.deliver_notice": {"queue": "outward"},
    "games.tasks.try_webhook": {"queue": "outward"},
}
app.conf.beat_schedule = {
    "waits": {"task": "games.tasks.sweep_waits", "schedule": 5.0},
    "bots": {"task": "games.tasks.sweep_bots", "schedule": 10.0},
    "outbox": {"task": "games.tasks.sweep_outbox", "schedule": 15.0},
    "live": {"task": "games.tasks.sweep_live", "schedule": 30.0},
    "reviews": {"task": "games.tasks.sweep_reviews", "schedule": 60.0},
    "starts": {"task": "games.tasks.sweep_starts", "schedule": 10.0},
    "offers": {"task": "games.tasks.sweep_offers", "schedule": 3600.0},
    "notices": {"task": "games.tasks.sweep_notices", "schedule": crontab(hour="4", minute="20")},
    "settling": {"task": "games.tasks.sweep_settling", "schedule": 30.0},
    "ratings": {"task": "games.tasks.rework_ratings", "schedule": 30.0},
    # Once an hour, though there is something to do after midnight alone: a site that stood still then catches up.
    "figures": {"task": "games.tasks.work_out_figures", "schedule": crontab(minute="10")},
    "signals": {"task": "games.tasks.look_for_signals", "schedule": crontab(hour="4", minute="40")},
    "sessions": {"task": "accounts.tasks.clear_sessions", "schedule": crontab(hour="4", minute="0")},
    "networks": {"task": "accounts.tasks.forget_networks", "schedule": crontab(hour="4", minute="40")},
    "addresses": {"task": "accounts.tasks.release_addresses", "schedule": crontab(hour="4", minute="50")},
}


@after_setup_logger.connect
@after_setup_task_logger.connect
def logs_hide_secrets(logger: logging.Logger, **_told: Any) -> None:
    """The handlers that Celery puts in place of the settings' own hide secrets too."""
    make_safe(logger)
