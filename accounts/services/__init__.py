"""Writes of accounts, one transaction each."""

from accounts.services.address_returns import address_return, address_return_of
from accounts.services.addresses import address_free, address_is_held, mail_resume, mail_stop
from accounts.services.administrators import administrator_make, administrator_promote
from accounts.services.appeals import appeal_answer, appeal_make
from accounts.services.audit import audit_write
from accounts.services.doubles import double_mark, double_merge, double_unmark
from accounts.services.erasing import account_erase, account_erase_by, handle_was_erased
from accounts.services.exporting import export_note
from accounts.services.permission import staff_check
from accounts.services.rights import account_close, account_open
from accounts.services.roles import role_give, role_take
from accounts.services.sanctions import sanction_impose, sanction_lift, sanction_shorten, sanctions_confirm
from accounts.services.second_factor import second_factor_off
from accounts.services.sessions import other_sessions, session_end, sessions_end, sessions_end_by, sessions_of
from accounts.services.settings import language_change, settings_change

__all__ = [
    "account_close",
    "account_erase",
    "account_erase_by",
    "account_open",
    "address_free",
    "address_is_held",
    "address_return",
    "address_return_of",
    "administrator_make",
    "administrator_promote",
    "appeal_answer",
    "appeal_make",
    "audit_write",
    "double_mark",
    "double_merge",
    "double_unmark",
    "export_note",
    "handle_was_erased",
    "language_change",
    "mail_resume",
    "mail_stop",
    "other_sessions",
    "role_give",
    "role_take",
    "sanction_impose",
    "sanction_lift",
    "sanction_shorten",
    "sanctions_confirm",
    "second_factor_off",
    "session_end",
    "sessions_end",
    "sessions_end_by",
    "sessions_of",
    "settings_change",
    "staff_check",
]
