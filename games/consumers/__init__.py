"""Web sockets: our own page listens and fetches its part by HTTP, programs read the events and take turns.

A viewer's own part of a message is built in that viewer's own connection.
"""

from games.consumers.game import GameSocket
from games.consumers.person import PersonSocket
from games.consumers.refusing import RefusingSocket

__all__ = ["GameSocket", "PersonSocket", "RefusingSocket"]
