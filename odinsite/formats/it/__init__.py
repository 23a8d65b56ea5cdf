"""Italian dates."""
