"""Views of positions of the day."""
