"""Many open streams at one web process."""
