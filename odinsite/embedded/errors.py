"""The errors of the embedded servers."""


class StartError(Exception):
    """Why nothing was started, in one line for the person at the terminal."""


class GaveUp(StartError):
    """What ran before did not come back, though it was tried for long enough."""
