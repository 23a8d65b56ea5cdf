"""Signals of foul play, for staff to look at. README.md has the statistics and their measurements."""

from games.moderation.signals.store import signal_dismiss, signals_look

__all__ = ["signal_dismiss", "signals_look"]
