"""Signals: what is odd enough for people to look at. See README.md for the statistics and how they were measured."""

from games.moderation.signals.store import signal_aside, signals_look

__all__ = ["signal_aside", "signals_look"]
