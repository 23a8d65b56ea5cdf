"""The tutorial, the examples of the rules page and the practice game. It has no rows: progress is stored in the
session.
"""
