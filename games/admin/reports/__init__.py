"""Reports, their decisions and answers, and signals of unfair play."""

from games.admin.reports import answers, cases, decisions, signals

__all__ = ["answers", "cases", "decisions", "signals"]
