"""Pages of table."""
