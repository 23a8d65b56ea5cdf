"""Who asks."""

from typing import cast

from django.http import HttpRequest

from accounts.models import User


def viewer(request: HttpRequest) -> User | None:
    """The logged-in person, or None for a visitor."""
    return request.user if isinstance(request.user, User) and request.user.is_authenticated else None


def person(request: HttpRequest) -> User:
    """The logged-in person of a view behind `login_required`."""
    return cast(User, request.user)
