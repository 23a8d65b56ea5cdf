"""Web sockets, for our own page and for programs.

A viewer's own part of a message is built in that viewer's connection.
"""

from games.live.game import GameSocket
from games.live.page import PageSocket
from games.live.person import PersonSocket
from games.live.refusing import RefusingSocket

__all__ = ["GameSocket", "PageSocket", "PersonSocket", "RefusingSocket"]
