"""What logs may not hold: addresses that are secrets themselves."""

import logging
import re

# Links in mails, a calendar's address, invitations, and the library's own links that confirm and reset.
_SECRETS = re.compile(r"(/(?:m|stop|calendar|i|accounts/confirm-email|accounts/password/reset/key)/)[^\s/\"'?]+")


class SecretAddresses(logging.Filter):
    """Cuts the secret part out of a record's addresses: the framework names the address of each refused request."""

    def filter(self, record: logging.LogRecord) -> bool:
        words = record.getMessage()
        safe = _SECRETS.sub(r"\1…", words)
        if safe != words:
            record.msg, record.args = safe, ()
        return True
