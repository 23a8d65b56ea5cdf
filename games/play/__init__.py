"""Running games."""
