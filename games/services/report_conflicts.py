"""Who of the staff may not decide about a person, for having complained about them."""

from collections.abc import Iterable

from accounts.errors import AccountReason, AccountRefused
from accounts.models import User
from games.models import Report


def check_not_reporter(actor: User, users: Iterable[User]) -> None:
    """Raise AccountRefused(REPORTED_BY_YOU) while a report that `actor` made about one of `users` waits for its answer.

    Otherwise who may not judge the own report could decide the same on the person's page.
    """
    waiting = Report.objects.exclude(status=Report.Status.JUDGED)
    if waiting.filter(reporter=actor, accused__in=[user.pk for user in users]).exists():
        raise AccountRefused(AccountReason.REPORTED_BY_YOU)
