"""PostgreSQL and Redis from wheels, for `manage.py up` and other commands."""

from odinsite.embedded.command import main

__all__ = ["main"]
