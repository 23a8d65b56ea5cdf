"""The one error of the embedded servers."""


class StartError(Exception):
    """Why nothing was started, in one line for the person at the terminal."""
