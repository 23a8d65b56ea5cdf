"""Rows of game records."""
