"""Writes of accounts, one transaction each."""

from accounts.services.addresses import address_free, mail_resume, mail_stop
from accounts.services.audit import audit_write
from accounts.services.erasing import account_erase
from accounts.services.permission import staff_check
from accounts.services.rights import account_rights_change
from accounts.services.sanctions import sanction_impose, sanction_lift, sanction_shorten, sanctions_confirm
from accounts.services.sessions import other_sessions, sessions_end
from accounts.services.settings import settings_change

__all__ = [
    "account_erase",
    "account_rights_change",
    "address_free",
    "audit_write",
    "mail_resume",
    "mail_stop",
    "other_sessions",
    "sanction_impose",
    "sanction_lift",
    "sanction_shorten",
    "sanctions_confirm",
    "sessions_end",
    "settings_change",
    "staff_check",
]
