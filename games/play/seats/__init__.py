"""Seats of a running game: who sits where, gives up, or had a seat before."""
