from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        from django.db.models.signals import post_migrate

        from accounts.mail import bounces
        from accounts.sign_in import networks, ownership, sessions, two_factor
        from accounts.sign_in.openid import connecting
        from accounts.staff import roles
        from accounts.tokens import services as tokens

        bounces.connect()
        connecting.connect()
        networks.connect()
        ownership.connect()
        two_factor.connect()
        sessions.connect()
        tokens.connect()
        post_migrate.connect(roles.roles_write, sender=self, dispatch_uid="accounts.roles")
