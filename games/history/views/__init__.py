"""Views of ended games."""
