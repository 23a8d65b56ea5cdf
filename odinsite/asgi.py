"""The web process: HTTP and web sockets."""

import logging
import os

# Before settings are read; only web processes pool connections.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "odinsite.settings")
os.environ.setdefault("DB_POOL_SIZE", "20")

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

# Loads the apps for the imports below.
http_application = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402

from games.live.routing import websocket_urlpatterns  # noqa: E402
from odinsite.checks import public_address  # noqa: E402
from odinsite.web.limits import files_raise  # noqa: E402
from odinsite.web.maintenance import ClosedSiteSockets  # noqa: E402
from odinsite.web.origins import OwnOrigin  # noqa: E402
from odinsite.web.sockets import CountedSockets  # noqa: E402

# Before the sockets' limits, which depend on it.
files_raise()

for message in public_address(None):
    logging.getLogger(__name__).warning("%s", message.msg)

application = ProtocolTypeRouter(
    {
        "http": http_application,
        "websocket": OwnOrigin(
            AuthMiddlewareStack(CountedSockets(ClosedSiteSockets(URLRouter(websocket_urlpatterns))))
        ),
    }
)
