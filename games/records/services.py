"""Imports, shares and deletes games that were played elsewhere."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.visible_text import is_name, text_written
from games.errors import Refused
from games.models import Game, ImportedRecord, LimitedAct
from games.models.records.imported import TITLE_MAX
from games.people.acts import acts_note, check_acts
from games.people.locking import locked_people
from games.records.errors import NoSuchRecord, RecordReason
from games.records.reading import read_import
from games.records.withdrawals import was_withdrawn

MOST_STORED: Final = 50
MOST_A_DAY: Final = 30
DAY: Final = timedelta(days=1)


def record_import(*, user: User, raw: bytes, title: str = "") -> ImportedRecord:
    """Store the record in `raw` as a private replay of the person, if it is sound and of a game that was not played
    here. Locks the account, after the checks. Raises Refused.
    """
    record = read_import(raw)
    title = text_written(title)
    if len(title) > TITLE_MAX or not is_name(title):
        raise Refused(RecordReason.TITLE)
    return _record_store(user, record, title)


@transaction.atomic(durable=True)
def _record_store(user: User, record: dict[str, object], title: str) -> ImportedRecord:
    [owner] = locked_people([user])
    fair, now = record["fair"], timezone.now()
    assert isinstance(fair, dict)
    own = ImportedRecord.objects.filter(owner=owner)
    if owner.is_guest:
        raise Refused(RecordReason.GUEST)
    if Game.objects.filter(anchor=fair["anchor"]).exists():
        raise Refused(RecordReason.PLAYED_HERE)
    if own.filter(fingerprint=fair["fingerprint"]).exists():
        raise Refused(RecordReason.TWICE)
    if own.count() >= MOST_STORED:
        raise Refused(RecordReason.TOO_MANY)
    check_acts(owner, LimitedAct.Kind.IMPORT, RecordReason.TOO_OFTEN, most=MOST_A_DAY, span=DAY, at=now)
    acts_note([owner], LimitedAct.Kind.IMPORT, now)
    return ImportedRecord.objects.create(
        owner=owner,
        title=title,
        fingerprint=fair["fingerprint"],
        record=record,
        imported_at=now,
        withdrawn_at=now if was_withdrawn(owner, fair["fingerprint"]) else None,
    )


@transaction.atomic(durable=True)
def record_share(*, user: User, token: str, shared: bool) -> None:
    """Show the imported game to everyone with its link, or to its owner alone again. Raises NoSuchRecord,
    Refused(WITHDRAWN).
    """
    row = _locked(user, token)
    if shared and row.withdrawn_at is not None:
        raise Refused(RecordReason.WITHDRAWN)
    row.shared_at = timezone.now() if shared else None
    row.save(update_fields=["shared_at"])


@transaction.atomic(durable=True)
def record_delete(*, user: User, token: str) -> None:
    """Delete the imported game. Raises NoSuchRecord."""
    _locked(user, token).delete()


def _locked(user: User, token: str) -> ImportedRecord:
    row = ImportedRecord.objects.select_for_update(no_key=True).filter(owner=user, token=token).first()
    if row is None:
        raise NoSuchRecord(token)
    return row


def records_merge(*, first: User, second: User) -> None:
    """Give the imported games of `second` to `first`, without those that `first` has. Runs in the merging transaction,
    with both accounts locked.
    """
    theirs = ImportedRecord.objects.filter(owner=second)
    own = ImportedRecord.objects.filter(owner=first)
    theirs.filter(fingerprint__in=own.values("fingerprint")).delete()
    theirs.update(owner=first)
