"""Pages of the weekly hands."""
