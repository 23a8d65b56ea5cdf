"""The tutorial, the examples of the rules page and the practice game.

Nothing here reads or writes the database: progress is in the session.
"""
