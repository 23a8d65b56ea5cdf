"""Writes: one durable transaction each, with the game's row locked."""
