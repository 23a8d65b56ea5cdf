"""The one error of backups."""


class BackupRefused(Exception):
    """Why no backup was made or restored, in one line for the person at the terminal. Nothing has changed."""
