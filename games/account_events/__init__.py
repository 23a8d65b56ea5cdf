"""Reactions of games when accounts close, merge, are suspended or are exported."""
