"""Views of ratings."""
