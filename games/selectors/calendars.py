"""The secret address of a person's feed of deadlines: derived from the account and a number, and stored nowhere."""

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from games.people.preference_selectors import preferences_of


def calendar_address(user: User) -> str:
    """Where calendar programs find the person's deadlines; "" while there is no such address."""
    number = preferences_of(user).calendar_number
    return settings.PUBLIC_URL + reverse("games:calendar", args=[_token(user.pk, number)]) if number else ""


def calendar_owner(token: str) -> User | None:
    """Whose address has this token; None where nobody's has, or whose account is closed. One query."""
    key = token.partition("-")[0]
    user = User.objects.select_related("preferences").filter(pk=key).first()
    number = preferences_of(user).calendar_number if user is not None else 0
    if user is None or not number or not user.can_log_in:
        return None
    return user if constant_time_compare(token, _token(user.pk, number)) else None


def _token(user_pk: int, number: int) -> str:
    return f"{user_pk}-{salted_hmac('games.calendars', f'{user_pk}/{number}', algorithm='sha256').hexdigest()}"
