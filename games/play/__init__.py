"""A running game."""
