"""The setting LOGGING."""

from typing import Any, Final

FORMATS: Final = {"lines": "odinsite.logs.formats.LineFormatter", "json": "odinsite.logs.formats.JsonLineFormatter"}
LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
# They write two lines for each task, which has one of odinsite.queue.task_lines. DEBUG shows them.
_TASKS: Final = ("celery.worker.strategy", "celery.app.trace")


def logging_settings(*, level: str, shape: str) -> dict[str, Any]:
    """The handlers of all processes, in one of FORMATS."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": FORMATS[shape]}},
        "filters": {
            "brief": {"()": "odinsite.logs.filters.BriefRefusals"},
            "once": {"()": "odinsite.logs.filters.AbsenceOnce"},
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["brief", "once"]}},
        "loggers": {} if level == "DEBUG" else {name: {"level": "WARNING"} for name in _TASKS},
        "root": {"handlers": ["console"], "level": level},
    }
