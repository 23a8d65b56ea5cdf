"""The wiring as an app, so that every Django process configures the queue."""

import gc
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
        """Here, as `manage.py` imports the package before Django is loaded."""
        import_module("odinsite.celery")
        hide_in_failures()
        register(public_address)
        # Not sent for apps without models, such as this one.
        accounts = apps.get_app_config("accounts")
        pre_migrate.connect(refuse_early_database, sender=accounts, dispatch_uid="odinsite.early_database")
        # Off since the settings; what is loaded by now is no garbage.
        gc.freeze()
        gc.enable()
