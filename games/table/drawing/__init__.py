"""Data with which the page's script draws turns and ends of hands: facts of the table, the server's words and
pieces.
"""
