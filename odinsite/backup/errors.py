"""Errors of backups."""


class BackupRefused(Exception):
    """In one line; nothing has changed."""
