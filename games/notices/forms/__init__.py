"""Forms of notices."""
