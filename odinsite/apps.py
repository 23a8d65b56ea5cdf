"""The wiring as an app, so that every process that loads Django has the queue configured."""

from importlib import import_module

from django.apps import AppConfig, apps
from django.core.checks import register
from django.db.models.signals import pre_migrate

from odinsite.checks import public_address
from odinsite.early_database import refuse_early_database
from odinsite.logs import hide_in_failures


class OdinsiteConfig(AppConfig):
    name = "odinsite"

    def ready(self) -> None:
        """Make our queue the one that shared tasks go to; the package itself stays light for the servers' keeper."""
        import_module("odinsite.celery")
        hide_in_failures()
        register(public_address)
        # Sent for apps with models alone, which this one has not.
        accounts = apps.get_app_config("accounts")
        pre_migrate.connect(refuse_early_database, sender=accounts, dispatch_uid="odinsite.early_database")
