"""What the site reads from its environment, with errors that say what to set."""

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()

MIN_SECRET_LENGTH = 32
MIN_SECRET_VARIETY = 10


def secret(name: str) -> str:
    """Return a secret from the environment; raise ImproperlyConfigured when it is missing or weak."""
    value: str = env.str(name, default="")
    if not value:
        raise ImproperlyConfigured(f"{name} is not set. Set it to a long random string, or start with `manage.py up`.")
    if len(value) < MIN_SECRET_LENGTH or len(set(value)) < MIN_SECRET_VARIETY:
        raise ImproperlyConfigured(
            f"{name} is too weak: use at least {MIN_SECRET_LENGTH} random characters of {MIN_SECRET_VARIETY} kinds."
        )
    return value


def required(name: str) -> str:
    """Return a setting that has no default; raise ImproperlyConfigured when it is missing."""
    value: str = env.str(name, default="")
    if not value:
        raise ImproperlyConfigured(f"{name} is not set. Set it, or start with `manage.py up`, which brings its own servers.")
    return value
