"""Players that are programs: a seat's view in, a turn out."""

from games.bots.registry import REGISTRY, Bot, Choose, get, names

__all__ = ["REGISTRY", "Bot", "Choose", "get", "names"]
