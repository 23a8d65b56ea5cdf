"""The tutorial, the examples of the rules page and the practice game.

No rows of its own: progress is kept in the session.
"""
