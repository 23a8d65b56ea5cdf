"""Time in a running game."""
