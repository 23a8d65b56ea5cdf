"""The web process: HTTP and web sockets."""

import logging
import os

# Before settings are read; only web processes pool connections.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "odinsite.settings")
os.environ.setdefault("DB_POOL_SIZE", "20")

import django
from channels.routing import ProtocolTypeRouter, URLRouter

# Loads the apps for the imports below.
django.setup(set_prefix=False)

from django.db import connection  # noqa: E402

from games.live.routing import stream_urlpatterns, websocket_urlpatterns  # noqa: E402
from odinsite.checks import public_address  # noqa: E402
from odinsite.database.pool import checks_quickly  # noqa: E402
from odinsite.metrics.figures import figures_register, pool_register  # noqa: E402
from odinsite.metrics.page import MetricsPage  # noqa: E402
from odinsite.web.limits import files_raise  # noqa: E402
from odinsite.web.logins import SocketLogins  # noqa: E402
from odinsite.web.maintenance import ClosedSiteSockets  # noqa: E402
from odinsite.web.origins import OwnOrigin  # noqa: E402
from odinsite.web.pages import Pages  # noqa: E402
from odinsite.web.sockets import CountedSockets  # noqa: E402

# Before the sockets' limits, which depend on it.
files_raise()
checks_quickly(getattr(connection, "pool", None))

for message in public_address(None):
    logging.getLogger(__name__).warning("%s", message.msg)

# Streams count as sockets.
connections = CountedSockets(
    ClosedSiteSockets(
        ProtocolTypeRouter({"websocket": URLRouter(websocket_urlpatterns), "http": URLRouter(stream_urlpatterns)})
    )
)
figures_register(
    sockets_visitors=lambda: connections.open_by("visitors"), sockets_all=lambda: connections.open_by("all")
)
pool_register(getattr(connection, "pool", None))
application = ProtocolTypeRouter(
    {"http": MetricsPage(Pages(sockets=connections)), "websocket": OwnOrigin(SocketLogins(connections))}
)
