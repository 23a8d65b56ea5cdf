"""A month of slow play, simulated in minutes with the real services, queue, worker and email."""
