"""The database as processes use it: their connections, its absence, its migrations."""
