"""Writes of accounts, one transaction each."""

from accounts.account_settings import language_change, settings_change
from accounts.administrators import administrator_make, administrator_promote
from accounts.decisions.account_closing import account_close, account_open
from accounts.decisions.appeals import appeal_answer, appeal_make
from accounts.decisions.doubles import double_mark, double_merge, double_unmark
from accounts.decisions.members import role_give, role_take
from accounts.decisions.sanctions import sanction_impose, sanction_lift, sanction_shorten, sanctions_confirm
from accounts.privacy.erasure import account_erase, account_erase_by, handle_was_erased
from accounts.privacy.export_note import export_note
from accounts.sign_in.addresses import address_free, address_is_held, mail_resume, mail_stop
from accounts.sign_in.guests import guest_claim, guest_keep, guest_make
from accounts.sign_in.mailed_links.address_returns import address_return, address_return_find
from accounts.sign_in.second_factor_off import second_factor_off
from accounts.sign_in.sessions import other_sessions, session_end, sessions_end, sessions_end_by, sessions_list
from accounts.staff.audit import audit_write
from accounts.staff.permission import staff_check

__all__ = [
    "account_close",
    "account_erase",
    "account_erase_by",
    "account_open",
    "address_free",
    "address_is_held",
    "address_return",
    "address_return_find",
    "administrator_make",
    "administrator_promote",
    "appeal_answer",
    "appeal_make",
    "audit_write",
    "double_mark",
    "double_merge",
    "double_unmark",
    "export_note",
    "guest_claim",
    "guest_keep",
    "guest_make",
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
    "sessions_list",
    "settings_change",
    "staff_check",
]
