"""Cache, channel layer and queue in Redis, and what they do without it."""
