"""What a mail says about itself to mail programs."""

from email.utils import parseaddr

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.models import Notice

DIGITS = 16


def mail_headers(mail: Notice) -> dict[str, str]:
    """Headers of a mail about a game. A retry has the same Message-ID; a game's mails make one thread."""
    thread = f"<odin.game.{_tag('game', mail.game_id)}@{host()}>"
    return {
        "Message-ID": f"<odin.mail.{mail.pk}.{_tag('mail', mail.pk, mail.created_at.isoformat())}@{host()}>",
        "In-Reply-To": thread,
        "References": thread,
        "List-Id": f"<games.{host()}>",
        "Auto-Submitted": "auto-generated",
    }


def host() -> str:
    """The part after the @ of the address that mails come from."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"


def _tag(*parts: object) -> str:
    """The same for the same row always, and nothing that others could guess."""
    return salted_hmac("games.emails", "/".join(map(str, parts))).hexdigest()[:DIGITS]
