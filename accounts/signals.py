"""What accounts tell others, inside the transaction that changes the account."""

from django.dispatch import Signal

# Sent with `user` before a person's account is erased or suspended; `erased` tells which.
account_closing = Signal()
