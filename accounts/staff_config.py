"""Makes StaffSite the default admin site, which finds its pages itself."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.apps import AppConfig
from django.contrib import admin
from django.contrib.admin.apps import SimpleAdminConfig
from django.contrib.admin.checks import check_dependencies
from django.core.checks import CheckMessage, Tags, register


class StaffAdminConfig(SimpleAdminConfig):
    default_site = "accounts.staff_site.StaffSite"

    def ready(self) -> None:
        """Register the checks. Django's own check of the pages is left out: it knows only sites that were already
        loaded.
        """
        register(check_dependencies, Tags.admin)
        register(pages_check, Tags.admin)


def pages_check(app_configs: Sequence[AppConfig] | None, **options: Any) -> Iterable[CheckMessage]:
    return admin.site.check(app_configs)
