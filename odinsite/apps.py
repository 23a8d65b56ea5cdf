"""The wiring as an app, so that every Django process configures the queue."""

from importlib import import_module

from django.apps import AppConfig
from django.core.checks import register

from odinsite.checks import public_address
from odinsite.logs import hide_in_failures


class OdinsiteConfig(AppConfig):
    name = "odinsite"

    def ready(self) -> None:
        """Load Celery here, because `manage.py` imports the package before Django is loaded."""
        import_module("odinsite.celery")
        hide_in_failures()
        register(public_address)
