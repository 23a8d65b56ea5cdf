"""The queues. Tasks are found in the apps, sweeps in odinsite.queue.sweeps."""

import os
from functools import cached_property
from time import time
from typing import Any

from celery import Celery
from celery.signals import celeryd_after_setup, celeryd_init, setup_logging, worker_process_init
from django.conf import settings
from django.utils.log import configure_logging
from kombu import Exchange, Queue

from games.queues import QUEUES
from odinsite.collector import freeze_loaded
from odinsite.metrics.queue_ages import SENT_AT
from odinsite.queue import task_lines  # noqa: F401 - gives each task its id
from odinsite.redis.breaker import queue_breaker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "odinsite.settings")
# Celery would run Django's checks, which load every page, and drop what they say; `manage.py check` does not.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")


class Queues(Celery):
    """Celery, which sends nothing to a Redis that has just failed."""

    @cached_property
    def Worker(self) -> Any:  # noqa: N802 - Celery's name
        # Imported late, as only workers need it.
        from odinsite.queue.worker import EndingWorker

        return self.subclass_with_self(EndingWorker, reverse="Worker")

    def send_task(self, *args: Any, **options: Any) -> Any:
        """Queue a task, with the time of now. Raises RedisError or OperationalError if it is not queued."""
        options["headers"] = {**(options.get("headers") or {}), SENT_AT: time()}
        with queue_breaker().asking():
            return super().send_task(*args, **options)


app = Queues("odinsite", include=["odinsite.metrics.tasks", "odinsite.queue.connections", "odinsite.queue.sweeps"])
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# Given by name, because only workers need them.
app.steps["consumer"].update(("odinsite.queue.heartbeats:WorkerHeartbeat", "odinsite.queue.timetable:WorkerTimetable"))
app.conf.task_queues = [Queue(name, Exchange(name), routing_key=name) for name in QUEUES]
app.conf.task_routes = {task: {"queue": name} for name, tasks in QUEUES.items() for task in tasks}
app.conf.task_default_queue = "clocks"
# A worker for an unknown queue fails at start.
app.conf.task_create_missing_queues = False


@celeryd_init.connect
def worker_is_patient(**_told: Any) -> None:
    """Let a worker's main process wait for a hanging Redis: a lost acknowledgement is never repeated, and its task
    would seem to run for ever.
    """
    _set_socket_timeout(None)


@celeryd_init.connect
def worker_serves_no_pages(**_told: Any) -> None:
    """Let the links in messages be found without the interface for programs, which takes 20 MB."""
    settings.ROOT_URLCONF = "odinsite.page_urls"


@celeryd_after_setup.connect
def pool_shares_memory(**_told: Any) -> None:
    """Freeze objects before the fork, so that collection does not touch shared pages."""
    freeze_loaded()


@worker_process_init.connect
def tasks_are_impatient(**_told: Any) -> None:
    """Make tasks wait for Redis no longer than pages do."""
    _set_socket_timeout(settings.REDIS_TIMEOUTS["socket_timeout"])


def _set_socket_timeout(seconds: float | None) -> None:
    app.conf.broker_transport_options = {**app.conf.broker_transport_options, "socket_timeout": seconds}


@setup_logging.connect
def logs_as_settings_say(**_told: Any) -> None:
    """Configure the log as in other processes, in place of Celery's own handlers and `--loglevel`."""
    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
