"""Backups: the whole site's rows in one file, and the way back (`manage.py backup`, `manage.py restore`)."""
