"""The reference clients play while the web process is killed."""
