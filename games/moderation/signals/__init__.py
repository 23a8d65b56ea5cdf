"""Signals of foul play, for staff to look at. README.md has the statistics and how they were measured."""

from games.moderation.signals.store import signal_dismiss, signals_look

__all__ = ["signal_dismiss", "signals_look"]
