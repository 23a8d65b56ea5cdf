"""The game: rules, bots, persistence, pages, live updates, mail."""
