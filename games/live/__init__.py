"""Web sockets: our own page listens and fetches its part by HTTP, programs read the events and take turns.

A viewer's own part of a message is built in that viewer's own connection.
"""

from games.live.game import GameSocket
from games.live.person import PersonSocket
from games.live.refusing import RefusingSocket

__all__ = ["GameSocket", "PersonSocket", "RefusingSocket"]
