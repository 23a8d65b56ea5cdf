"""Signals of accounts, sent inside the transaction that changes the account."""

from django.dispatch import Signal

# `user`, `erased`: before an account is closed; `erased` tells erasing from suspending.
account_closing = Signal()

# `actor`, `users`: before staff decide about people, whose accounts are locked. A receiver raises AccountRefused where
# `actor` gains or loses by it.
account_judging = Signal()

# `user`, `sanction`: after a decision was made and the account's columns are written.
account_sanctioned = Signal()

# `user`, `sanction`: after a decision was lifted or shortened, except by the answer to an appeal.
sanction_changed = Signal()

# `user`, `appeal`: after an appeal was answered and the outcome applied.
appeal_answered = Signal()

# `first`, `second`: when `second` is merged into `first`, before it is closed.
account_merged = Signal()

# `user`, `staff`: asks for accounts.privacy.export.Sections of a person; `staff` is the exporter, if not the person.
account_exporting = Signal()
