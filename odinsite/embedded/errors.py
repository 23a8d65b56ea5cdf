"""Errors of the embedded servers."""


class StartError(Exception):
    """In one line."""


class GaveUp(StartError):
    """What ran did not come back in time."""
