"""Web sockets, for our own page (which refetches parts by HTTP) and for programs (which read events and take turns).

A viewer's own part of a message is built in that viewer's connection.
"""

from games.live.game import GameSocket
from games.live.person import PersonSocket
from games.live.refusing import RefusingSocket

__all__ = ["GameSocket", "PersonSocket", "RefusingSocket"]
