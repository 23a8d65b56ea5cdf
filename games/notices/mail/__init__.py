"""Emails about games, rendered when they are sent and stored nowhere."""

from accounts.mail.smtp_errors import Refused, refused
from games.notices.mail.compose import compose
from games.notices.mail.digest import compose_digest

__all__ = ["Refused", "compose", "compose_digest", "refused"]
