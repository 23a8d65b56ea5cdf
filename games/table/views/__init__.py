"""Views of a game's page."""
