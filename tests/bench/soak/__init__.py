"""Many connected sockets at play for a long time."""
