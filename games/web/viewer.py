"""The request's user, typed, and the language of a page."""

from typing import cast

from django.conf import settings
from django.http import HttpRequest

from accounts.models import User


def user_or_none(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) and request.user.is_authenticated else None


def logged_in_user(request: HttpRequest) -> User:
    """The user, in views that require a login."""
    return cast(User, request.user)


def site_language(language: str) -> str:
    """The language if the site has it, else the site's own."""
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
