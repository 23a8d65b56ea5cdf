"""Cache, channel layer and queue in Redis, and how they go on without it."""
