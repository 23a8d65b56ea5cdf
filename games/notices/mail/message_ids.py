"""What a mail program knows a mail and its thread by."""

from email.utils import parseaddr

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.models import Notice

DIGITS = 16


def message_id_of(notice: Notice) -> str:
    """The Message-ID of the mail that a row asks for: the same for every attempt."""
    return f"<odin.mail.{notice.pk}.{_tag('mail', notice.pk, notice.created_at.isoformat())}@{host()}>"


def thread_of(game_id: int) -> str:
    """The id that all mails about a game refer to, so that they make one thread."""
    return f"<odin.game.{_tag('game', game_id)}@{host()}>"


def host() -> str:
    """The part after the @ of the address that mails come from."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"


def _tag(*parts: object) -> str:
    """The same for the same row always, and nothing that others could guess."""
    return salted_hmac("games.emails", "/".join(map(str, parts))).hexdigest()[:DIGITS]
