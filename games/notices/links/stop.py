"""Links that stop mails of a kind without a login: signed, so that nobody stops another's, and good for ever."""

from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import User
from games.models import Notice

SALT = "games.stop"
UNDO_SALT = "games.stop.undo"
UNDO_S = 24 * 3600


class Stop(NamedTuple):
    """Whose mails, and which: of a kind of notice, or the collected ones of an hour, a day or a week."""

    user_id: int
    what: Notice.Kind | Notice.Digest


def stop_link(user: User, what: Notice.Kind | Notice.Digest) -> str:
    """The address at which mails of this kind are stopped."""
    token = signing.dumps([user.pk, what.value], salt=SALT)
    return settings.PUBLIC_URL + reverse("games:unsubscribe", args=[token])


def stop_of(token: str) -> Stop:
    """What a link's token stands for. Raises BadSignature."""
    user_id, what = signing.loads(token, salt=SALT)
    return Stop(user_id, Notice.Kind(what) if what in Notice.Kind.values else Notice.Digest(what))


def undo_token(user: User, before: dict[str, str]) -> str:
    """What brings the mails back that were just stopped: {kind: choice} as it was before."""
    return signing.dumps([user.pk, before], salt=UNDO_SALT)


def undone(token: str) -> tuple[int, dict[str, str]]:
    """The account and its choices before, within a day. Raises BadSignature."""
    user_id, before = signing.loads(token, salt=UNDO_SALT, max_age=UNDO_S)
    return user_id, before
