"""Pauses and extra time: what players agree about a wait."""
