"""Leagues: everybody meets everybody, until a date that was named at the start."""
