"""Cache, channel layer and queue in Redis, and their behaviour without it."""
