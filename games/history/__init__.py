"""What remains of a game."""
