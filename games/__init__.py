"""The card game: rules, bots, rows, pages, sockets and notices."""
