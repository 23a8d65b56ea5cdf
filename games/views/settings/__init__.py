"""A person's own pages beside the account: notices, hours, channels, what was sent."""
