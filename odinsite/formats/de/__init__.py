"""German dates."""
