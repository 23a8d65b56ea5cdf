"""Guests, who join by a link without an account of their own."""

from django.db import IntegrityError

from accounts.errors import AccountRefused
from accounts.models import User
from accounts.sign_in.guests import guest_make
from games.errors import Refused
from games.people.errors import PersonReason


def guest_open(*, handle: str, time_zone: str, language: str) -> User:
    """Open a guest's account. Raises Refused(HANDLE_TAKEN) if another account has just taken the username,
    Refused(NO_GUESTS) where guests may not join.
    """
    try:
        return guest_make(handle=handle, time_zone=time_zone, language=language)
    except AccountRefused as refused:
        raise Refused(PersonReason.NO_GUESTS) from refused
    except IntegrityError as taken:
        raise Refused(PersonReason.HANDLE_TAKEN) from taken
