"""Publication of private games' replays by their players."""
