"""One person's choices, blocks and preferences."""
