"""Backups: all rows in one file (`manage.py backup`, `manage.py restore`)."""
