"""Emails about games, rendered when they are sent and stored nowhere."""

from accounts.mail.smtp_errors import MailRefusal, refused
from games.notices.mail.compose import compose
from games.notices.mail.digest import compose_digest

__all__ = ["MailRefusal", "compose", "compose_digest", "refused"]
