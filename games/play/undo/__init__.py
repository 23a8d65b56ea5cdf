"""Turns that a player or a moderator takes back."""
