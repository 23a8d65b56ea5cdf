"""The error of backups."""


class BackupRefused(Exception):
    """Why no backup was made or restored, in one line; nothing has changed."""
