"""Bots play each other, without a database: `manage.py arena`."""

from games.bots.arena.match import Match
from games.bots.arena.players import EXTERNAL, Fault
from games.bots.arena.run import play
from games.bots.arena.tally import BotFigures, figures

__all__ = ["EXTERNAL", "BotFigures", "Fault", "Match", "figures", "play"]
