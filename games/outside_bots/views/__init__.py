"""Pages of bots from outside."""
