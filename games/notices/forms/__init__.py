"""Forms of notifications."""
