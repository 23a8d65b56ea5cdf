"""The web process: daphne with limits."""
