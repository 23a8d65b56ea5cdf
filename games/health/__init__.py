"""Signs of life in Redis: heartbeats of processes, and when each sweep last ended."""
