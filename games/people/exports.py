"""Downloads of a person's data."""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.errors import Refused
from games.models import LimitedAct
from games.people.acts import acts_note, acts_since
from games.people.errors import ExportReason
from games.people.locking import locked_people

DAY: Final = timedelta(days=1)
MAX_A_DAY: Final = 10


@transaction.atomic(durable=True)
def export_count(*, user: User) -> None:
    """Count a download, which reads all the person's rows. Raises Refused after too many in a day."""
    [person] = locked_people([user])
    at = timezone.now()
    if len(acts_since(person, LimitedAct.Kind.EXPORT, at - DAY)) >= MAX_A_DAY:
        raise Refused(ExportReason.TOO_MANY_TODAY)
    acts_note([person], LimitedAct.Kind.EXPORT, at)
