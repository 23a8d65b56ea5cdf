"""Views of learning."""
