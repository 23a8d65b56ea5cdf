"""Makes the site fast without changing what it does: prepared queries and caches, with one switch. See README.md."""
