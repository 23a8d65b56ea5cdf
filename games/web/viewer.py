"""The request's user, typed."""

from typing import cast

from django.http import HttpRequest

from accounts.models import User


def user_or_none(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) and request.user.is_authenticated else None


def logged_in_user(request: HttpRequest) -> User:
    """The user, in views that require a login."""
    return cast(User, request.user)
