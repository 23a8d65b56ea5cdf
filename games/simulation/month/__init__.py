"""A month of slow play, lived through in minutes: people with habits, the real services, queue, worker and mail."""
