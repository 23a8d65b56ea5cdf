"""Leagues in a simulated month."""
