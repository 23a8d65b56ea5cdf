"""Signals, sent inside the transaction that changes the account."""

from django.dispatch import Signal

# `user`, `erased`: before an account is closed or `erased`.
account_closing = Signal()

# `user`, `former_zone`: after the time zone of the locked account changed.
time_zone_changed = Signal()

# `actor`, `users`: before staff decide about people, whose accounts are locked. Receivers raise AccountRefused if
# `actor` gains or loses by it.
account_judging = Signal()

# `user`, `since`: after the owner took the account back from another person, who may have set up devices, calendars or
# webhooks since then (None: at any time).
account_reclaimed = Signal()

# `user`, `sanction`: after the account's columns are written.
account_sanctioned = Signal()

# `user`, `sanction`: after one was lifted or shortened, except by an appeal.
sanction_changed = Signal()

# `user`, `appeal`: after the outcome was applied.
appeal_answered = Signal()

# `first`, `second`: before `second`, merged into `first`, is closed.
account_merged = Signal()

# `former`, `key`: after a login's session got another key, before the former row is deleted.
session_renewed = Signal()

# `user`, `staff`: collects a person's accounts.privacy.export.Sections; `staff`: the exporting member of staff, if not
# the person.
account_exporting = Signal()
