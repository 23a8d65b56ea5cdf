"""The log of processes: readable lines or JSON, without secrets (docker/watch.md)."""
