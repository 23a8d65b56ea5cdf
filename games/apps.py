from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from games.account_events import receivers
        from games.web import url_converters

        receivers.connect()
        url_converters.register()
