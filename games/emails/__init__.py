"""The site's mails about games. Their text is made at the moment of sending and kept nowhere."""

from games.emails.digests import compose_digest
from games.emails.letters import compose
from games.emails.refusals import Refused, refused

__all__ = ["Refused", "compose", "compose_digest", "refused"]
