"""Spanish dates."""
