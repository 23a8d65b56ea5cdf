"""Signed links that stop emails without a login; they never expire."""

from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import User
from games.models import Notice

SALT = "games.stop"
UNDO_SALT = "games.stop.undo"
UNDO_S = 24 * 3600


class StoppedMails(NamedTuple):
    user_id: int
    what: Notice.Kind | Notice.Digest


def stop_link(user: User, what: Notice.Kind | Notice.Digest) -> str:
    token = signing.dumps([user.pk, what.value], salt=SALT)
    return settings.PUBLIC_URL + reverse("games:unsubscribe", args=[token])


def read_stop(token: str) -> StoppedMails:
    """The person and the emails that the link stops. Raises BadSignature."""
    user_id, what = signing.loads(token, salt=SALT)
    return StoppedMails(user_id, Notice.Kind(what) if what in Notice.Kind.values else Notice.Digest(what))


def undo_token(user: User, before: dict[str, str]) -> str:
    """A token that restores the choices `before`, {kind: choice}."""
    return signing.dumps([user.pk, before], salt=UNDO_SALT)


def read_undo(token: str) -> tuple[int, dict[str, str]]:
    """Account and former choices. Raises BadSignature, also after a day."""
    user_id, before = signing.loads(token, salt=UNDO_SALT, max_age=UNDO_S)
    return user_id, before
