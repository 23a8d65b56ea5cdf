"""The wiring as an app, so that every process that loads Django has the queue configured."""

from importlib import import_module

from django.apps import AppConfig
from django.core.checks import register

from odinsite.checks import public_address
from odinsite.logs import hide_in_failures


class OdinsiteConfig(AppConfig):
    name = "odinsite"

    def ready(self) -> None:
        """Make our queue the one that shared tasks go to; the package itself stays light for the servers' keeper."""
        import_module("odinsite.celery")
        hide_in_failures()
        register(public_address)
