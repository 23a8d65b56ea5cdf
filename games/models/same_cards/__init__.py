"""Rows of hands and positions that are the same for everybody."""
