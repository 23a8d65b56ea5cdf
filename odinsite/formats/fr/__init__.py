"""French dates."""
