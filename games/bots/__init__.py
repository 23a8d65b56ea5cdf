"""Players that are programs: a seat's view in, a turn out."""

from games.bots.registry import REGISTRY, Bot, Choose, Weigh, get, names, strongest_weigher
from games.bots.search import Weighed

__all__ = ["REGISTRY", "Bot", "Choose", "Weigh", "Weighed", "get", "names", "strongest_weigher"]
