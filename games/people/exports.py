"""Downloads of a person's data."""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import LimitedAct
from games.people.acts import acts_note, check_acts
from games.people.errors import ExportReason
from games.people.locking import locked_people

DAY: Final = timedelta(days=1)
MAX_A_DAY: Final = 10


@transaction.atomic(durable=True)
def export_count(*, user: User) -> None:
    """Count a download, which reads all the person's rows. Raises Refused after too many in a day."""
    [person] = locked_people([user])
    at = timezone.now()
    check_acts(person, LimitedAct.Kind.EXPORT, ExportReason.TOO_MANY_TODAY, most=MAX_A_DAY, span=DAY, at=at)
    acts_note([person], LimitedAct.Kind.EXPORT, at)
