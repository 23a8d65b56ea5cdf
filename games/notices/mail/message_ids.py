"""Message and thread ids of emails."""

from email.utils import parseaddr

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.models import Notice

DIGITS = 16


def mail_id(notice: Notice) -> str:
    """The email's Message-ID, which is the same for every attempt."""
    return f"<odin.mail.{notice.pk}.{_tag('mail', notice.pk, notice.created_at.isoformat())}@{host()}>"


def thread_id(game_id: int) -> str:
    """The id that all emails about a game share."""
    return f"<odin.game.{_tag('game', game_id)}@{host()}>"


def host() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"


def _tag(*parts: object) -> str:
    """A tag that is always the same for a row and cannot be guessed."""
    return salted_hmac("games.emails", "/".join(map(str, parts))).hexdigest()[:DIGITS]
