"""The setting LOGGING."""

from typing import Any, Final

FORMATS: Final = {"lines": "odinsite.logs.formats.LineFormatter", "json": "odinsite.logs.formats.JsonLineFormatter"}
LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
# They write two lines for each task, which has one of odinsite.queue.task_lines. DEBUG shows them.
_TASKS: Final = ("celery.worker.strategy", "celery.app.trace")


def logging_settings(*, level: str, shape: str, mails: bool = False, sentry: bool = False) -> dict[str, Any]:
    """The handlers of all processes, in one of FORMATS, and those that report errors."""
    reports = {
        **({"mails": {"class": "odinsite.alarms.mails.ErrorMailHandler", "formatter": "text"}} if mails else {}),
        **({"sentry": {"class": "odinsite.alarms.sentry.SentryHandler"}} if sentry else {}),
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": FORMATS[shape]}, "text": {"()": FORMATS["lines"]}},
        "filters": {
            "brief": {"()": "odinsite.logs.filters.BriefRefusals"},
            "once": {"()": "odinsite.logs.filters.AbsenceOnce"},
        },
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["brief", "once"]},
            **reports,
        },
        "loggers": {
            # Without Django's own emails, which have settings, requests and variables.
            "django": {"handlers": [], "level": "INFO"},
            **({} if level == "DEBUG" else {name: {"level": "WARNING"} for name in _TASKS}),
        },
        "root": {"handlers": ["console", *reports], "level": level},
    }
