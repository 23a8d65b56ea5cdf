"""Pages of history."""
