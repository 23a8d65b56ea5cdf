"""Export and erasure of a person's data."""
