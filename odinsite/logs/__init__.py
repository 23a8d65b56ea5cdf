"""What processes log, and how: readable lines or JSON, without secrets (docker/watch.md)."""
