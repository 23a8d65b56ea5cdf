"""Standing tables: groups that play one game after another."""
