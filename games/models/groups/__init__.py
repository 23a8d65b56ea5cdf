"""Rows of standing tables and leagues: groups that play on."""
