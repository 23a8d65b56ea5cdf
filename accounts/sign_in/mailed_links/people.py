"""The account of a link in an email, whose number in the link has one spelling."""

from allauth.account.utils import url_str_to_user_pk, user_pk_to_url_str
from django.core.exceptions import ValidationError

from accounts.models import User


def person_of(number: str) -> User | None:
    """The account of this number; None for an unknown number, and for another spelling of a known one, such as "016"
    for "16".
    """
    try:
        user = User.objects.filter(pk=url_str_to_user_pk(number)).first()
    except (ValueError, OverflowError, ValidationError):
        return None
    return user if user is not None and user_pk_to_url_str(user) == number else None
