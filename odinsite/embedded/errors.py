"""Errors of the embedded servers."""


class StartError(Exception):
    """A failure in one line."""


class GaveUp(StartError):
    """A process did not come back in time."""
