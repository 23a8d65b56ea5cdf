"""The account's own settings."""

from django.db import transaction

from accounts.models import User
from accounts.signals import time_zone_changed


@transaction.atomic(durable=True)
def settings_change(*, user: User, time_zone: str, language: str) -> User:
    account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    former, account.time_zone = account.time_zone, time_zone
    account.language = language
    account.save(update_fields=["time_zone", "language"])
    if time_zone != former:
        time_zone_changed.send(settings_change, user=account, former_zone=former)
    return account


@transaction.atomic(durable=True)
def language_change(*, user: User, language: str) -> None:
    User.objects.filter(pk=user.pk).update(language=language)
