"""Pages of chat."""
