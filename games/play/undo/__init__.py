"""Turns that are withdrawn: by their player, by the table, by a moderator."""
