"""A worker's process has one database connection for its tasks, because opening one costs as much as a small task."""

from typing import Any

from celery.signals import task_failure, task_prerun, worker_process_init
from django.db import close_old_connections, connections


@worker_process_init.connect
def tasks_share_a_connection(**_told: Any) -> None:
    """Keep a task process's connection. Celery closes it after CELERY_DB_REUSE_MAX tasks, so CONN_MAX_AGE is None."""
    for alias in connections:
        settings = connections[alias].settings_dict
        settings.update(CONN_MAX_AGE=None, CONN_HEALTH_CHECKS=True)
        # The web process's, where all processes have one environment.
        settings["OPTIONS"].pop("pool", None)
    task_prerun.connect(task_checks_connection)
    task_failure.connect(failure_ends_connection)


def task_checks_connection(**_told: Any) -> None:
    """Let a task's first query check the connection."""
    close_old_connections()


def failure_ends_connection(**_told: Any) -> None:
    """Close the connections: a time limit may have interrupted a query, or a sweep that holds a lock."""
    connections.close_all()
