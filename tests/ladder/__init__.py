"""Bots side by side."""
