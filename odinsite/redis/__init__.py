"""What the site asks of Redis, and how it goes on while Redis is away: cache, channel layer and queue."""
