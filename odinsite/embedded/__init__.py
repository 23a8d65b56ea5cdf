"""The embedded default: PostgreSQL and Redis from wheels, for `manage.py up` and for every other command."""

from odinsite.embedded.command import main

__all__ = ["main"]
