"""Players that are programs: a seat's view in, a turn out."""

from games.bots.registry import REGISTRY, Bot, Choose, Estimate, get, names, strongest_estimator
from games.bots.search import TurnEstimate

__all__ = ["REGISTRY", "Bot", "Choose", "Estimate", "TurnEstimate", "get", "names", "strongest_estimator"]
