"""One person's preferences, blocks and reliability."""
