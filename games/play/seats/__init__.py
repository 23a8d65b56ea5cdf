"""Seats of a running game."""
