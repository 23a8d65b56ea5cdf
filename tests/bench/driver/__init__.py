"""Seats at running servers that play legal turns, and what those turns cost."""
