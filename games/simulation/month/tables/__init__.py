"""Standing tables in a simulated month."""
