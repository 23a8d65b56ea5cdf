"""Ended games: replay, record, figures, review, private note."""
