"""Totals of players over all finished games, updated as each game is settled."""
