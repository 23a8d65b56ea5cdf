"""What accounts tell others, inside the transaction that changes the account."""

from django.dispatch import Signal

# Sent with `user` before a person's account is erased or suspended; `erased` tells which.
account_closing = Signal()

# Sent with `actor` and `users` before staff decide about people, whose accounts are locked: whoever knows that `actor`
# gains or loses by it raises AccountRefused.
account_judging = Signal()

# Sent with `user` and `sanction` after a decision about a person was made and the account says what is in force.
account_sanctioned = Signal()

# Sent with `user` and `sanction` after a decision was lifted or shortened otherwise than by the answer to an appeal.
sanction_changed = Signal()

# Sent with `user` and `appeal` after an appeal was answered, and what the answer says was done.
appeal_answered = Signal()

# Sent with `first` and `second` when the second account is merged into the first, before it is closed.
account_merged = Signal()

# Asks with `user` for sections of the file of all that is known about a person; `staff` is who takes it in the person's
# place, or None. Returns accounts.privacy.export.Sections.
account_exporting = Signal()
