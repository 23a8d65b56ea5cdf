"""Errors of the embedded servers."""


class StartError(Exception):
    """Why nothing was started, in one line."""


class GaveUp(StartError):
    """What ran before did not come back in time."""
