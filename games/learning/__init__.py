"""Learning the game: positions with a question each, the examples of the rules page, and a game for practice.

Nothing here touches the database: what a visitor has done lies in their session (`progress`).
"""
