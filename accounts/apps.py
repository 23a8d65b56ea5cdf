from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        from django.db.models.signals import post_migrate

        from accounts import bounces, networks, ownership, roles, second_factor

        bounces.connect()
        networks.connect()
        ownership.connect()
        second_factor.connect()
        post_migrate.connect(roles.roles_write, sender=self, dispatch_uid="accounts.roles")
