"""The wiring as an app, so that every Django process configures the queue."""

from importlib import import_module

from django.apps import AppConfig
from django.core.checks import register
from django.db.backends.signals import connection_created

from accounts.tracing.cursors import connection_counts
from odinsite.checks import public_address
from odinsite.database.refused_rows import rows_hide
from odinsite.logs.failures import failures_log
from odinsite.tracing.start import spans_begin


class OdinsiteConfig(AppConfig):
    name = "odinsite"

    def ready(self) -> None:
        """Load Celery here, because `manage.py` imports the package before Django is loaded."""
        import_module("odinsite.celery")
        failures_log()
        spans_begin()
        connection_created.connect(connection_counts)
        connection_created.connect(rows_hide)
        register(public_address)
