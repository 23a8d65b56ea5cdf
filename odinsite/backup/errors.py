"""Errors of backups."""


class BackupRefused(Exception):
    """A refusal in one line; nothing has changed."""
