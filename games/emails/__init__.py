"""The site's mails about games. Their text is made at the moment of sending and kept nowhere."""

from accounts.mail_refusals import Refused, refused
from games.emails.digests import compose_digest
from games.emails.letters import compose

__all__ = ["Refused", "compose", "compose_digest", "refused"]
