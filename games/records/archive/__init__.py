"""The archive of all finished public games, a file a month."""
